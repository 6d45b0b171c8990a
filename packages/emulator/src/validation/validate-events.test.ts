import { blueprints } from '@milepost/shared';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodyOf, bodyWith, lines, validate } from './validate-events.fixture.ts';

const TIMESTAMP =
  'is not valid; must be YYYY-MM-DDTHH:MM:SS, an optional fraction of 1 to 9 digits, and Z (UTC), ' +
  'such as 2026-01-31T09:30:00Z; the day must exist, from 1970 on';
const DATE =
  'is not valid; must be YYYY-MM-DD or YYYY-MM-DDThh:mm[:ss[.fraction]], then Z, ±hh:mm or no zone, ' +
  'such as 2026-01-31T09:30:00Z; the day must exist';
const TYPES =
  "there are event-deploy, event-build, event-test-run, event-commit, event-error, and the account's blueprints";

function deploy(members: object): string {
  return bodyOf({ type: 'event-deploy', ...members });
}

describe('refuses', () => {
  test.each([
    ['a body without events', '{}', 'events: is required: 1 to 15 events.'],
    ['events that are an object', '{"events":{}}', 'events: must be an array, not an object'],
    ['events that are null', '{"events":null}', 'events: must be an array, not null'],
    ['no event', '{"events":[]}', 'events: must have at least 1 items: 1 to 15 events.'],
    ['an event that is null', '{"events":[null]}', 'events[0]: must be an object, not null'],
    ['an event that is an array', '{"events":[[]]}', 'events[0]: must be an object, not an array'],
    ['an event that is a text', '{"events":["x"]}', 'events[0]: must be an object, not a string'],
    ['no type', bodyOf({}), 'events[0].type: is required: shortId of a blueprint, such as event-deploy.'],
    ['type null', bodyOf({ type: null }), 'events[0].type: must be a string, not null'],
    ['a type that is a number', bodyOf({ type: 5 }), 'events[0].type: must be a string, not 5'],
    [
      'a type that is nearly one',
      bodyOf({ type: 'Event-Deploi' }),
      `events[0].type: unknown event type 'Event-Deploi'; did you mean 'event-deploy'? ${TYPES}`,
    ],
    [
      'the type constructor',
      bodyOf({ type: 'constructor' }),
      `events[0].type: unknown event type 'constructor'; ${TYPES}`,
    ],
    [
      'the type __proto__',
      bodyOf({ type: '__proto__' }),
      `events[0].type: unknown event type '__proto__'; ${TYPES}`,
    ],
    ['an empty type', bodyOf({ type: '' }), `events[0].type: unknown event type ''; ${TYPES}`],
    ['timestamp null', deploy({ timestamp: null }), 'events[0].timestamp: must be a string, not null'],
    [
      'a timestamp that is a number',
      deploy({ timestamp: 1 }),
      'events[0].timestamp: must be a string, not 1',
    ],
    [
      'a date for a timestamp',
      deploy({ timestamp: '2026-01-31' }),
      `events[0].timestamp: '2026-01-31' ${TIMESTAMP}`,
    ],
    [
      'a timestamp on 30 February',
      deploy({ timestamp: '2026-02-30T00:00:00Z' }),
      `events[0].timestamp: '2026-02-30T00:00:00Z' ${TIMESTAMP}`,
    ],
    ['entityId null', deploy({ entityId: null }), 'events[0].entityId: must be a string, not null'],
    [
      'an entityId that is a list',
      deploy({ entityId: ['a'] }),
      'events[0].entityId: must be a string, not an array',
    ],
    [
      'an empty entityId',
      deploy({ entityId: '' }),
      'events[0].entityId: must not be empty: UUID (any case) or shortId of an application or service of the account.',
    ],
    ['attributes null', deploy({ attributes: null }), 'events[0].attributes: must be an object, not null'],
    [
      'attributes in a list',
      deploy({ attributes: [] }),
      'events[0].attributes: must be an object, not an array',
    ],
    [
      'an attribute in another case',
      deploy({ attributes: { Env: 'a' } }),
      "events[0].attributes.Env: unknown attribute 'Env'; did you mean 'env'?",
    ],
    [
      'an attribute that is null',
      deploy({ attributes: { env: null } }),
      'events[0].attributes.env: must be a string, not null',
    ],
    [
      'an attribute that is true',
      deploy({ attributes: { env: true } }),
      'events[0].attributes.env: must be a string, not a boolean',
    ],
    [
      'an attribute that is an object',
      deploy({ attributes: { env: {} } }),
      'events[0].attributes.env: must be a string, not an object',
    ],
    [
      'another status',
      deploy({ attributes: { status: 'Failed' } }),
      "events[0].attributes.status: 'Failed' is not an allowed value; did you mean 'failed'? Allowed: 'success', 'failed'",
    ],
    [
      'a bad date',
      deploy({ attributes: { change_window_start: '31.1.2026' } }),
      `events[0].attributes.change_window_start: '31.1.2026' ${DATE}`,
    ],
    [
      'an unknown member of the event',
      deploy({ entityID: 'a' }),
      "events[0].entityID: unknown member 'entityID'; did you mean 'entityId'?",
    ],
    [
      'an unknown member of the body',
      '{"events":[{"type":"event-deploy"}],"evnts":[]}',
      "evnts: unknown member 'evnts'; did you mean 'events'?",
    ],
  ])('%s', async (_what, text, line) => {
    const { events, errors } = await validate(text);
    expect(lines(errors)).toEqual([line]);
    expect(events).toEqual([]);
    expect(errors[0]).toMatchObject({ type: 'field', location: 'body' });
  });

  test.each(['change_window_start', 'change_window_end', 'deployment_start_time'])(
    '30 February in %s',
    async (name) => {
      const { errors } = await validate(deploy({ attributes: { [name]: '2026-02-30' } }));
      expect(lines(errors)).toEqual([`events[0].attributes.${name}: '2026-02-30' ${DATE}`]);
    },
  );

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'a.b', '10'])(
    'the attribute %s like any other unknown one',
    async (name) => {
      const { errors } = await validate(bodyWith(`{"${name}":"x"}`));
      expect(errors).toHaveLength(1);
      expect(errors[0]?.msg).toContain(`unknown attribute '${name}'; known: 'env', 'status'`);
    },
  );

  test.each([
    ['U+0000 in an attribute', bodyWith('{"env":"a\\u0000"}'), 'events[0].attributes.env'],
    [
      'U+0000 deep in an attribute',
      bodyWith('{"a":[{"b":"\\u0000"}]}', 'event-build'),
      'events[0].attributes.a[0].b',
    ],
    [
      'U+0000 in the name of an attribute',
      bodyWith('{"a\\u0000":1}', 'event-build'),
      'events[0].attributes["a\\u0000"]',
    ],
    ['U+0000 in an entityId', bodyOf({ type: 'event-build', entityId: 'a\0' }), 'events[0].entityId'],
    ['half a surrogate pair', bodyWith('{"env":"\\ud83d"}'), 'events[0].attributes.env'],
    ['1e999', bodyWith('{"n":1e999}', 'event-build'), 'events[0].attributes.n'],
    [
      '33 levels',
      bodyWith(`{"a":${'['.repeat(32)}${']'.repeat(32)}}`, 'event-build'),
      'events[0].attributes',
    ],
  ])('%s at its path', async (_what, text, path) => {
    const { errors } = await validate(text);
    expect(errors.map((error) => error.path)).toEqual([path]);
  });

  test('all that is wrong at once, in the order of the events', async () => {
    const { errors } = await validate(
      '{"x":1,"events":[{"type":"event-deploy","attributes":{"Env":1,"status":2}},{"type":"nope","entityId":""},7]}',
    );
    expect(errors.map(({ path }) => path)).toEqual([
      'x',
      'events[0].attributes.Env',
      'events[0].attributes.status',
      'events[1].entityId',
      'events[1].type',
      'events[2]',
    ]);
  });
});

describe('accepts', () => {
  test('an event with its type alone', async () => {
    const { events, errors } = await validate(bodyOf({ type: 'event-deploy' }));
    expect(errors).toEqual([]);
    expect(events).toEqual([
      {
        submittedText: '{"type":"event-deploy"}',
        type: 'event-deploy',
        blueprintId: '04252f20-4000-470a-a1eb-88bf5bb648d2',
        timestamp: undefined,
        entityId: undefined,
        entity: undefined,
        attributes: '{}',
        env: null,
        status: null,
      },
    ]);
  });

  test('every attribute of event-deploy', async () => {
    const attributes = {
      ...{
        status: 'failed',
        env: ' Production ',
        build_id: '',
        build_commit_sha: 'a',
        build_url: 'b',
        description: 'c',
      },
      ...{
        initiator: 'd',
        change_id: 'e',
        change_url: 'f',
        change_title: 'g',
        change_author: 'h',
        change_approver: 'i',
      },
      ...{
        change_window_start: '2026-01-31',
        change_window_end: '2026-01-31T10:00',
        deployment_start_time: '2026-01-31T09:30:15.5+02:00',
      },
    };
    const { events, errors } = await validate(deploy({ attributes, timestamp: '2026-01-31T09:30:00.1239Z' }));
    expect(errors).toEqual([]);
    expect(events[0]).toMatchObject({
      attributes: JSON.stringify(attributes),
      timestamp: Date.UTC(2026, 0, 31, 9, 30, 0, 123),
      env: 'production',
      status: 'failed',
    });
  });

  test('an environment of blanks as none', async () => {
    const { events } = await validate(deploy({ attributes: { env: ' \t' } }));
    expect(events[0]).toMatchObject({ attributes: '{"env":" \\t"}', env: null });
  });

  test.each([
    ['04252F20-4000-470A-A1EB-88BF5BB648D2', { id: '04252f20-4000-470a-a1eb-88bf5bb648d2' }],
    ['checkout-api', { shortId: 'checkout-api' }],
    ['Checkout API', undefined],
  ])('the entityId %s as %o', async (entityId, entity) => {
    const { events } = await validate(deploy({ entityId }));
    expect(events[0]).toMatchObject({ entityId, entity });
  });

  test.each(blueprints.slice(1))('any object as attributes of $shortId', async ({ id, shortId }) => {
    const text = '{"env":"X","status":"odd","sha":5,"deep":[{"a":null}],"__proto__":{"constructor":1}}';
    const { events, errors } = await validate(bodyWith(text, shortId));
    expect(errors).toEqual([]);
    expect(events[0]).toMatchObject({ blueprintId: id, attributes: text, env: 'x', status: 'odd' });
  });

  test('15 events, in the order of submission', async () => {
    const sent = Array.from({ length: 15 }, (_, i) => ({
      type: 'event-deploy',
      attributes: { build_id: `${i}` },
    }));
    const { events } = await validate(JSON.stringify({ events: sent }));
    expect(events.map(({ attributes }) => attributes)).toEqual(
      sent.map((one) => JSON.stringify(one.attributes)),
    );
  });

  test('32 levels, and characters that are written as escapes', async () => {
    const deep = bodyWith(`{"a":${'['.repeat(31)}"\\ud83d\\ude00"${']'.repeat(31)}}`, 'event-build');
    expect((await validate(deep)).errors).toEqual([]);
  });
});

describe('keeps attributes as sent', () => {
  test.each([
    ['digits that a double loses', '{"n":12345678901234567890,"m":1.10,"e":1E2,"z":-0}'],
    ['the order of integer-like names', '{"10":"a","9":"b","a":"c"}'],
    ['the order of other names', '{"b":"1","a":"2"}'],
  ])('%s', async (_what, attributes) => {
    const { events } = await validate(bodyWith(attributes, 'event-build'));
    expect(events[0]?.attributes).toBe(attributes);
  });

  test('but without the space between tokens', async () => {
    const { events } = await validate(bodyWith('{ "n" : 1.0 ,\n "a b" : " c " }', 'event-build'));
    expect(events[0]?.attributes).toBe('{"n":1.0,"a b":" c "}');
  });

  test('but of equal names only the last', async () => {
    const { events } = await validate(bodyWith('{"a":1,"b":{"c":1.0,"c":2.0},"a":3}', 'event-build'));
    expect(events[0]?.attributes).toBe('{"a":3,"b":{"c":2}}');
  });

  test('and the whole event to the letter, for failures', async () => {
    const event = '{ "type":"event-build", "type" : "event-error","attributes":{"n":1.0} }';
    const { events } = await validate(`{"events":[{"type":"event-deploy"}, ${event} ]}`);
    expect(events[1]?.submittedText).toBe(event);
  });

  test('whatever they are', async () => {
    const attributes = fc.dictionary(
      fc.string({ unit: 'grapheme' }),
      fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 5 }),
    );
    await fc.assert(
      fc.asyncProperty(attributes, async (sent) => {
        const text = JSON.stringify(sent);
        const { events, errors } = await validate(bodyWith(text, 'event-build'));
        if (!text.includes('\\u0000')) expect(errors).toEqual([]);
        if (errors.length === 0) expect(events[0]?.attributes).toBe(text);
      }),
    );
  });
});

describe('--loose', () => {
  test('accepts unknown names, stores unknown attributes, and tells what strict would have refused', async () => {
    const text =
      '{"events":[{"type":"event-deploy","entityID":"a","attributes":{"Env":1.0,"env":"b"}}],"extra":null}';
    const { events, errors, loosened } = await validate(text, { loose: true });
    expect(errors).toEqual([]);
    expect(events[0]).toMatchObject({ attributes: '{"Env":1.0,"env":"b"}', env: 'b', entityId: undefined });
    expect(lines(loosened)).toEqual([
      "extra: unknown member 'extra'; known: 'events'",
      "events[0].entityID: unknown member 'entityID'; did you mean 'entityId'?",
      "events[0].attributes.Env: unknown attribute 'Env'; did you mean 'env'?",
    ]);
    expect(loosened).toEqual((await validate(text)).errors.filter(({ msg }) => msg.startsWith('unknown')));
  });

  test.each([
    ['an unknown type', bodyOf({ type: 'nope' }), 'events[0].type'],
    ['another status', bodyWith('{"status":"done"}'), 'events[0].attributes.status'],
    ['a known attribute of a wrong type', bodyWith('{"env":1}'), 'events[0].attributes.env'],
    [
      'an unknown attribute that is too deep',
      bodyWith(`{"a":${'['.repeat(32)}${']'.repeat(32)}}`),
      'events[0].attributes',
    ],
    [
      'an unknown member that is too deep',
      `{"events":[{"type":"event-build","x":${'['.repeat(33)}${']'.repeat(33)}}]}`,
      'events[0].x',
    ],
    [
      'an unknown member of the body that is too deep',
      `{"events":[{"type":"event-build"}],"x":${'['.repeat(33)}${']'.repeat(33)}}`,
      'x',
    ],
    ['U+0000 in an unknown member', bodyOf({ type: 'event-build', x: ['\0'] }), 'events[0].x[0]'],
    [
      'U+0000 in the name of an unknown member',
      bodyOf({ type: 'event-build', 'x\0': 1 }),
      'events[0]["x\\u0000"]',
    ],
  ])('still refuses %s', async (_what, text, path) => {
    const { errors } = await validate(text, { loose: true });
    expect(errors.map((error) => error.path)).toEqual([path]);
  });
});
