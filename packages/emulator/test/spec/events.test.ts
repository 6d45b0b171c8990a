import { blueprints } from '@milepost/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WELL_KNOWN_ACCOUNT, WELL_KNOWN_ENTITIES } from '../../src/auth/well-known.ts';
import { START, startTestService, type TestService } from '../service.fixture.ts';

// Tests follow the tables of the specification; each title names the row that it tries.

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const checkout = WELL_KNOWN_ENTITIES[0];
const deploy = { type: 'event-deploy', entityId: 'checkout' };

/** Asserts a 400 in the `errors` form and answers the problem at a path. */
async function refused(event: unknown, path: string) {
  const before = (await service.get('/events')).body.pageInfo.itemCount;
  const { status, body } = await service.send([event]);
  expect(status).toBe(400);
  const error = body.errors.find((one: { path: string }) => one.path === path);
  expect(error).toEqual({ type: 'field', msg: expect.any(String), path, location: 'body' });
  expect((await service.get('/events')).body.pageInfo.itemCount).toBe(before);
  return error.msg;
}

describe('2.1 Event', () => {
  it.each(blueprints.map(({ shortId }) => shortId))(
    'type: takes the shortId %s of a blueprint',
    async (type) => {
      const { status, body } = await service.send([{ type }]);
      expect(status).toBe(201);
      expect(body.success[0].type).toBe(type);
    },
  );

  it.each([
    ['unknown', { type: 'event-deployed' }],
    ['missing', {}],
    ['not a string', { type: 7 }],
    ['null', { type: null }],
    ['in another case', { type: 'Event-Deploy' }],
    ['a name that every object has', { type: 'constructor' }],
  ])('type: refuses one that is %s', async (_what, event) => {
    expect(await refused(event, 'events[0].type')).toMatch(/event-deploy|string|required/);
  });

  it('timestamp: is taken as sent, and stored with milliseconds', async () => {
    const { body } = await service.send([{ ...deploy, timestamp: '2024-02-29T23:59:59.1239Z' }]);
    expect(body.success[0].timestamp).toBe('2024-02-29T23:59:59.123Z');
  });

  it('timestamp: is the current time when left out', async () => {
    const { body } = await service.send([deploy]);
    expect(body.success[0].timestamp).toBe(new Date(START).toISOString());
  });

  it.each([
    '2026-02-30T00:00:00Z',
    '2026-01-31',
    '2026-01-31T09:30:00+02:00',
    '2026-01-31T09:30:00',
    'yesterday',
    '',
    1_769_851_800,
    null,
  ])('timestamp: refuses %j', async (timestamp) => {
    await refused({ ...deploy, timestamp }, 'events[0].timestamp');
  });

  it.each([checkout.id, checkout.id.toUpperCase(), checkout.shortId])(
    'entityId: takes %s',
    async (entityId) => {
      const { status, body } = await service.send([{ ...deploy, entityId }]);
      expect(status).toBe(201);
      expect(body.success[0].entityId).toBe(checkout.id);
    },
  );

  it('entityId: may be left out', async () => {
    const { status, body } = await service.send([{ type: 'event-deploy' }]);
    expect(status).toBe(201);
    expect(body.success[0]).not.toHaveProperty('entityId');
  });

  it.each([7, '', null])('entityId: refuses %j', async (entityId) => {
    await refused({ ...deploy, entityId }, 'events[0].entityId');
  });

  it('entityId: must be an entity of the account', async () => {
    const { status, body } = await service.send([{ ...deploy, entityId: 'nowhere' }]);
    expect(status).toBe(201);
    expect(body).toEqual({
      success: [],
      failures: [{ event: { ...deploy, entityId: 'nowhere' }, reason: "Entity 'nowhere' not found" }],
    });
  });

  it('attributes: may be left out', async () => {
    expect((await service.send([deploy])).body.success[0].attributes).toEqual({});
  });

  it.each([[[]], ['text'], [null]])('attributes: refuses %j', async (attributes) => {
    await refused({ ...deploy, attributes }, 'events[0].attributes');
  });

  it('attributes: names are case-sensitive, and the nearest one is told', async () => {
    const msg = await refused({ ...deploy, attributes: { Env: 'production' } }, 'events[0].attributes.Env');
    expect(msg).toBe("unknown attribute 'Env'; did you mean 'env'?");
  });
});

describe('2.2 Stored event', () => {
  it('has exactly these fields', async () => {
    const attributes = { env: 'production', status: 'success' };
    const { body } = await service.send([{ ...deploy, timestamp: '2026-01-02T03:04:05Z', attributes }]);
    expect(body).toEqual({
      success: [
        {
          id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
          type: 'event-deploy',
          entityId: checkout.id,
          blueprintId: '04252f20-4000-470a-a1eb-88bf5bb648d2',
          timestamp: '2026-01-02T03:04:05.000Z',
          accountId: WELL_KNOWN_ACCOUNT.id,
          attributes,
          createdAt: new Date(START).toISOString(),
        },
      ],
      failures: [],
    });
  });

  it.each(blueprints.map(({ id, shortId }) => [shortId, id]))(
    'blueprintId: of %s is %s',
    async (type, id) => {
      expect((await service.send([{ type }])).body.success[0].blueprintId).toBe(id);
    },
  );

  it('attributes: come back as they were sent, order of names included', async () => {
    const text = '{"z":1,"10":1.50,"9":{"b":[12345678901234567890],"a":"\\u00e9"},"a":null}';
    const { text: answer, body } = await service.call('POST', '/events', {
      raw: `{"events":[{"type":"event-build","attributes":${text}}]}`,
    });
    expect(answer).toContain(`"attributes":${text}`);
    const { text: read } = await service.get(`/events/${body.success[0].id}`);
    expect(read).toContain(`"attributes":${text}`);
  });
});

describe('2.3 Failure item', () => {
  it('event: is the submitted one, and reason says why; the others are stored', async () => {
    const lost = { ...deploy, entityId: 'lost', timestamp: '2026-01-02T03:04:05Z', attributes: { env: 'é' } };
    const { status, body } = await service.send([deploy, lost, { type: 'event-build' }]);
    expect(status).toBe(201);
    expect(body.success.map(({ type }: { type: string }) => type)).toEqual(['event-deploy', 'event-build']);
    expect(body.failures).toEqual([{ event: lost, reason: "Entity 'lost' not found" }]);
  });
});

describe('2.4 Attributes of event-deploy', () => {
  const texts = [
    'env',
    'build_id',
    'build_commit_sha',
    'build_url',
    'description',
    'initiator',
    'change_id',
    'change_url',
    'change_title',
    'change_author',
    'change_approver',
  ];
  const dates = ['change_window_start', 'change_window_end', 'deployment_start_time'];

  it.each(texts)('%s: takes any string', async (name) => {
    for (const value of ['', 'production', 'Ünïcødé 👍', 'x'.repeat(10_000)]) {
      const { status, body } = await service.send([{ ...deploy, attributes: { [name]: value } }]);
      expect(status).toBe(201);
      expect(body.success[0].attributes).toEqual({ [name]: value });
    }
  });

  it.each([...texts, ...dates, 'status'])('%s: refuses what is no string', async (name) => {
    for (const value of [7, true, null, [], {}]) {
      await refused({ ...deploy, attributes: { [name]: value } }, `events[0].attributes.${name}`);
    }
  });

  it.each([...texts, ...dates, 'status'])('%s: is known in lower case only', async (name) => {
    const upper = name.toUpperCase();
    const msg = await refused({ ...deploy, attributes: { [upper]: 'x' } }, `events[0].attributes.${upper}`);
    expect(msg).toContain(`did you mean '${name}'?`);
  });

  it.each(['success', 'failed'])('status: takes %s', async (status) => {
    const { body } = await service.send([{ ...deploy, attributes: { status } }]);
    expect(body.success[0].attributes).toEqual({ status });
  });

  it.each(['Success', 'failure', 'succeeded', ''])(
    'status: refuses %j and tells the allowed values',
    async (status) => {
      const msg = await refused({ ...deploy, attributes: { status } }, 'events[0].attributes.status');
      expect(msg).toMatch(/'success'.*'failed'/);
    },
  );

  it.each(dates)('%s: takes ISO 8601 and keeps it as sent', async (name) => {
    for (const value of [
      '2026-01-31',
      '2026-01-31T09:30',
      '2026-01-31T09:30:00+02:00',
      '2026-01-31T09:30:00.5Z',
    ]) {
      const { status, body } = await service.send([{ ...deploy, attributes: { [name]: value } }]);
      expect(status).toBe(201);
      expect(body.success[0].attributes).toEqual({ [name]: value });
    }
  });

  it.each(dates)('%s: refuses what is no date of the calendar', async (name) => {
    for (const value of ['2026-02-29', '31.01.2026', '2026-W05-1', '20260131', '2026-01-31T24:00', '']) {
      await refused({ ...deploy, attributes: { [name]: value } }, `events[0].attributes.${name}`);
    }
  });

  it('takes all of them together, and none', async () => {
    const attributes = {
      ...Object.fromEntries(texts.map((name) => [name, name])),
      ...Object.fromEntries(dates.map((name) => [name, '2026-01-31T09:30:00Z'])),
      status: 'failed',
    };
    const { body } = await service.send([
      { ...deploy, attributes },
      { ...deploy, attributes: {} },
    ]);
    expect(body.success.map((event: { attributes: unknown }) => event.attributes)).toEqual([attributes, {}]);
  });
});

describe('6 Events', () => {
  it.each(['event-build', 'event-test-run', 'event-commit', 'event-error'])(
    '%s: takes any attributes',
    async (type) => {
      const attributes = { anything: [1, { deep: true }], Env: null };
      const { status, body } = await service.send([{ type, entityId: 'payments', attributes }]);
      expect(status).toBe(201);
      expect(body.success[0].attributes).toEqual(attributes);
    },
  );
});
