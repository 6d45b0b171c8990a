import { describe, expect, test } from 'vitest';
import { buildEvent, type EventInputs } from './build-event.ts';
import type { CiContext, Fact, Facts } from './context.ts';

const NOW = Date.parse('2026-03-01T12:00:00.123Z');
const nothing: EventInputs = {
  entityId: '',
  timestamp: '',
  status: '',
  attributes: {},
  onCancelled: 'skip',
  environmentMap: '',
  changeIdPattern: '',
};
const env = (value: string): Fact => ({ value, source: `env:${value.toUpperCase()}` });

function build(inputs: Partial<EventInputs> = {}, context: Partial<CiContext> = {}, found: Facts = {}) {
  return buildEvent(
    { provider: 'test', facts: {}, fallbacks: {}, changeTexts: [], ...context },
    { ...nothing, ...inputs },
    NOW,
    found,
  );
}

function eventOf(...args: Parameters<typeof build>) {
  const built = build(...args);
  if (built.kind === 'skip') throw new Error(built.reason);
  return built;
}

test('of nothing known it is an event of now', () => {
  expect(build()).toEqual({
    kind: 'event',
    event: { type: 'event-deploy', timestamp: '2026-03-01T12:00:00.123Z', attributes: {} },
    sources: { timestamp: 'clock' },
    notes: [],
  });
});

test('each field has the value of the highest rank, and its source', () => {
  const fact = (value: string): Facts => ({ change_id: { value, source: `of ${value}` } });
  const layers = { facts: fact('run'), fallbacks: fact('message') };
  const idOf = ({ event, sources }: ReturnType<typeof eventOf>) => [
    event.attributes?.['change_id'],
    sources.change_id,
  ];
  expect(idOf(eventOf({ attributes: { change_id: 'user' } }, layers, fact('api')))).toEqual([
    'user',
    'input',
  ]);
  expect(idOf(eventOf({}, layers, fact('api')))).toEqual(['run', 'of run']);
  expect(idOf(eventOf({}, { fallbacks: fact('message') }, fact('api')))).toEqual(['api', 'of api']);
  expect(idOf(eventOf({}, { fallbacks: fact('message') }))).toEqual(['message', 'of message']);
});

test('blank inputs count as not given, others lose the space around them', () => {
  const { event, sources } = eventOf(
    {
      entityId: '  ',
      timestamp: ' ',
      status: '\n',
      attributes: { env: ' \t', description: '  two words \n' },
    },
    { facts: { env: env('production') } },
  );
  expect(event.attributes).toEqual({ env: 'production', description: 'two words' });
  expect(sources).toEqual({ timestamp: 'clock', env: 'env:PRODUCTION', description: 'input' });
  expect(event).not.toHaveProperty('entityId');
});

test('attributes stand in the order of the schema', () => {
  const { event } = eventOf({
    attributes: { change_id: '1', env: 'x', build_commit_sha: 'c' },
    status: 'failed',
  });
  expect(Object.keys(event.attributes ?? {})).toEqual(['env', 'status', 'build_commit_sha', 'change_id']);
});

describe('status', () => {
  const cancelled = { outcome: { value: 'cancelled', source: 'input:job-status' } } as const;

  test('is what the user says, also of a run that would be skipped', () => {
    for (const context of [cancelled, { skip: 'it is pending' }]) {
      expect(eventOf({ status: 'success' }, context).event.attributes?.['status']).toBe('success');
    }
  });

  test('of a cancelled run is a policy', () => {
    expect(build({}, cancelled)).toEqual({
      kind: 'skip',
      reason: expect.stringMatching(/cancelled.*on-cancelled/),
    });
    const { event, sources } = eventOf({ onCancelled: 'failed' }, cancelled);
    expect([event.attributes?.['status'], sources.status]).toEqual([
      'failed',
      'input:job-status, on-cancelled',
    ]);
  });

  test('of a state that is no end skips the event, with a sentence', () => {
    expect(build({}, { skip: 'the deployment is pending' })).toEqual({
      kind: 'skip',
      reason: 'The deployment is pending.',
    });
  });

  test('that there is not is refused', () => {
    expect(() => build({ status: 'failure' })).toThrow(
      expect.objectContaining({
        input: 'status',
        message: expect.stringMatching(/^'failure' is not an allowed value; allowed: success, failed/),
      }),
    );
  });
});

describe('timestamp', () => {
  test.each([
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00Z'],
    ['2026-01-31T09:30:00.123456789+00:00', '2026-01-31T09:30:00.123456789+00:00'],
  ])('%s of the user stays as it is', (timestamp, expected) => {
    expect(eventOf({ timestamp }).event.timestamp).toBe(expected);
  });

  test.each(['2026-02-30T00:00:00Z', '2026-01-31', '2026-01-31T09:30:00+01:00', 'now'])(
    '%s of the user is refused',
    (timestamp) => {
      expect(() => build({ timestamp })).toThrow(
        expect.objectContaining({
          input: 'timestamp',
          message: expect.stringMatching(/^'.*' is not valid; must be YYYY/),
        }),
      );
    },
  );

  test.each([
    ['2026-01-31T10:30:00+01:00', '2026-01-31T09:30:00.000Z', 'payload:x'],
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z', 'payload:x'],
    ['soon', '2026-03-01T12:00:00.123Z', 'clock'],
    ['1969-12-31T00:00:00Z', '2026-03-01T12:00:00.123Z', 'clock'],
  ])('%s of the run is sent as %s', (value, expected, source) => {
    const { event, sources } = eventOf({}, { facts: { timestamp: { value, source: 'payload:x' } } });
    expect([event.timestamp, sources.timestamp]).toEqual([expected, source]);
  });
});

describe('dates', () => {
  test.each(['change_window_start', 'change_window_end', 'deployment_start_time'] as const)(
    '%s of the user must be one',
    (field) => {
      expect(eventOf({ attributes: { [field]: '2026-02-28' } }).event.attributes).toEqual({
        [field]: '2026-02-28',
      });
      expect(() => build({ attributes: { [field]: '2026-02-30' } })).toThrow(
        expect.objectContaining({
          input: field,
          message: expect.stringMatching(/^'2026-02-30' is not valid; must be YYYY-MM-DD/),
        }),
      );
    },
  );

  test('of the run that are none are left out, with a note', () => {
    const { event, sources, notes } = eventOf(
      {},
      { facts: { change_window_end: { value: 'tonight', source: 'payload:w' } } },
    );
    expect(event.attributes).toEqual({});
    expect(sources).not.toHaveProperty('change_window_end');
    expect(notes).toEqual([expect.stringMatching(/^change_window_end of payload:w is left out: 'tonight'/)]);
  });

  test('a wrong one is refused even when the run is skipped: the mistake is there tomorrow, too', () => {
    expect(() => build({ attributes: { change_window_end: 'x' } }, { skip: 'pending' })).toThrow(
      /is not valid/,
    );
  });

  test('the start that a wrapper saw goes before what the run knows', () => {
    const { event, sources } = eventOf(
      { startedAt: { value: '2026-03-01T11:00:00.000Z', source: 'the start of this step' } },
      { facts: { deployment_start_time: { value: '2026-03-01T10:00:00Z', source: 'payload:x' } } },
    );
    expect(event.attributes?.['deployment_start_time']).toBe('2026-03-01T11:00:00.000Z');
    expect(sources.deployment_start_time).toBe('the start of this step');
  });
});

test('what databases cannot store is taken out of what strangers write', () => {
  const { event } = eventOf({}, { facts: { change_title: { value: ' a\0b\ud800c ', source: 'payload:t' } } });
  expect(event.attributes?.['change_title']).toBe('a\uFFFDb\uFFFDc');
});

test('an environment is renamed, wherever it comes from, and the source says so', () => {
  const { event, sources } = eventOf(
    { environmentMap: 'prod-* = production' },
    { facts: { env: env('prod-eu') } },
  );
  expect(event.attributes?.['env']).toBe('production');
  expect(sources.env).toBe('env:PROD-EU, environment-map: prod-*');
});

test('a wrong line of the map is told also when no environment is known', () => {
  expect(() => build({ environmentMap: 'nonsense' })).toThrow(
    expect.objectContaining({ input: 'environmentMap' }),
  );
});

describe('change-id-pattern', () => {
  const context = {
    facts: { change_id: { value: '7', source: 'payload:pull_request.number' } },
    changeTexts: [
      { value: 'No id here', source: 'payload:title' },
      { value: 'fix/CHG0042-carts', source: 'payload:branch' },
    ],
  };

  test('wins over the number, and says where it found the id', () => {
    const { event, sources } = eventOf({ changeIdPattern: 'CHG\\d+' }, context);
    expect([event.attributes?.['change_id'], sources.change_id]).toEqual([
      'CHG0042',
      'payload:branch, change-id-pattern',
    ]);
  });

  test('loses to the user, and leaves the number when it finds nothing', () => {
    expect(
      eventOf({ changeIdPattern: 'CHG\\d+', attributes: { change_id: 'X' } }, context).event.attributes?.[
        'change_id'
      ],
    ).toBe('X');
    expect(eventOf({ changeIdPattern: 'INC\\d+' }, context).event.attributes?.['change_id']).toBe('7');
  });

  test('that never ends is given up, with a note', () => {
    const { notes } = eventOf(
      { changeIdPattern: '(a+)+$' },
      { changeTexts: [{ value: `${'a'.repeat(50)}!`, source: 'x' }] },
    );
    expect(notes).toEqual([expect.stringMatching(/given up/)]);
  });
});
