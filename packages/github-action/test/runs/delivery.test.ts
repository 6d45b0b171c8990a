import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../../emulator/test/start-test-emulator.fixture.ts';
import { push } from '../examples.ts';
import { report, undelivered } from '../report.fixture.ts';

const POST_EVENTS = { method: 'POST', path: '/events' };
const user = { username: 'dev@milepost.local', password: 'milepost', 'client-id': 'milepost-cli' };

let emulator: TestEmulator;
let count = 0;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterEach(() => emulator.clearFaults());
afterAll(() => emulator[Symbol.asyncDispose]());

/** Inputs for an entity of its own, and what is stored of it. */
async function service(inputs: Record<string, string> = {}) {
  const entity = await emulator.entity(`service-${++count}`);
  return {
    entity,
    inputs: { ...emulator.inputs, 'entity-id': entity, ...inputs },
    stored: () => emulator.events(entity),
  };
}

const once = { first: 1 };

describe('the event is stored once, and reported, though', () => {
  test.each([
    [
      'the connection is reset before the request is read',
      { match: { ...POST_EVENTS, ...once }, do: { reset: 'before' } },
    ],
    [
      'the answer is lost after the commit',
      { match: { ...POST_EVENTS, ...once }, do: { reset: 'after-commit' } },
    ],
    ['the answer is cut off', { match: { ...POST_EVENTS, ...once }, do: { truncate: 20 } }],
    ['the service answers 503 at first', { match: POST_EVENTS, do: { status: 503 }, times: 2 }],
    [
      'the service answers 500 at first',
      { match: POST_EVENTS, do: { status: 500, body: { message: 'oops' } }, times: 1 },
    ],
    ['the service answers slowly', { match: POST_EVENTS, do: { latencyMs: 700 } }],
  ])('%s', async (_, fault) => {
    const { inputs, stored } = await service();
    await emulator.fault(fault);
    await using run = await report({ ...push, inputs });
    expect(run.main).toMatchObject({ exitCode: 0, outputs: { outcome: 'reported', accepted: '1' } });
    const events = await stored();
    expect(events.map(({ id }) => id)).toEqual(JSON.parse(run.main.outputs['event-ids'] ?? ''));
  });

  test('the rate limit is used up, and as long as Retry-After says', async () => {
    const { inputs, stored } = await service();
    const refusal = { status: 429, headers: { 'Retry-After': '2' }, body: { message: 'Too many requests' } };
    await emulator.fault({ match: POST_EVENTS, do: refusal, times: 1 });
    const begun = performance.now();
    await using run = await report({ ...push, inputs });
    expect(performance.now() - begun).toBeGreaterThan(2000);
    expect(run.main).toMatchObject({ exitCode: 0, outputs: { outcome: 'reported' } });
    expect(run.main.log).toMatch(/429: Too many requests; trying again in 2/);
    expect(await stored()).toHaveLength(1);
  });
});

describe('a service that is down fails no deployment', () => {
  test.each([
    [
      'never answers',
      { match: POST_EVENTS, do: { latencyMs: 60_000 } },
      { timeout: '2' },
      /no answer within|trying again/,
    ],
    ['answers 503 every time', { match: POST_EVENTS, do: { status: 503 } }, { 'max-attempts': '2' }, /503/],
    [
      'asks for more patience than there is',
      { match: POST_EVENTS, do: { status: 429, headers: { 'Retry-After': '3600' } } },
      {},
      /429/,
    ],
    [
      'resets every connection',
      { match: POST_EVENTS, do: { reset: 'before' } },
      { 'max-attempts': '2' },
      /closed|reset/,
    ],
  ])('when it %s: a warning, and the event is kept', async (_, fault, more, reason) => {
    const { inputs, stored } = await service(more);
    await emulator.fault(fault);
    await using run = await report({ ...push, inputs });
    expect(run.main).toMatchObject({
      exitCode: 0,
      outputs: { outcome: 'undelivered', accepted: '0', rejected: '0' },
    });
    expect(run.main.outputs['reason']).toMatch(reason);
    expect(run.main.annotations).toContainEqual({
      level: 'warning',
      message: run.main.outputs['reason'],
      properties: {},
    });
    const payload: { events: unknown[] } = JSON.parse(run.main.outputs['payload'] ?? '');
    expect((await undelivered(run)).map(({ events }) => events)).toEqual([payload.events]);
    expect(run.main.summary).toContain('milepost-undelivered.ndjson');
    expect(await stored()).toEqual([]);
  });

  test('when nobody listens; unless fail-on is any', async () => {
    const { inputs } = await service({ 'base-url': 'http://127.0.0.1:9', 'max-attempts': '2' });
    await using run = await report({ ...push, inputs });
    expect(run.main).toMatchObject({ exitCode: 0, outputs: { outcome: 'undelivered' } });
    expect(run.main.outputs['reason']).toMatch(/refused.*after 2 tries/);
    await using strict = await report({ ...push, inputs: { ...inputs, 'fail-on': 'any' } });
    expect(strict.main).toMatchObject({ exitCode: 1, outputs: { outcome: 'undelivered' } });
    expect(strict.main.annotations).toContainEqual(expect.objectContaining({ level: 'error' }));
  });
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a cancelled job (%s) loses no event: it is kept',
  async (signal) => {
    const { inputs, stored } = await service();
    await using hanging = await startHangingService();
    const interrupt = { signal, when: () => hanging.asked() > 0 };
    await using run = await report({ ...push, inputs: { ...inputs, 'base-url': hanging.url }, interrupt });
    expect(run.main).toMatchObject({
      exitCode: 0,
      outputs: { outcome: 'undelivered', reason: expect.stringMatching(/interrupted/) },
    });
    expect(run.main.milliseconds).toBeLessThan(5000);
    const [batch] = await undelivered(run);
    expect(batch?.events).toEqual(JSON.parse(run.main.outputs['payload'] ?? '').events);
    expect(await stored()).toEqual([]);
  },
);

/** Takes requests, and answers none. */
async function startHangingService() {
  let asked = 0;
  const server = createServer(() => void asked++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('forty events with three bad ones', () => {
  const bad = [3, 17, 33];
  const events = (entity: string, broken: object) =>
    JSON.stringify(
      Array.from({ length: 40 }, (_, index) =>
        bad.includes(index) ? broken : { entityId: entity, attributes: { description: `${index}` } },
      ),
    );

  test.each([
    ['an entity that there is not', { entityId: 'nowhere' }, /Entity 'nowhere' not found/],
    [
      'an attribute that there is not',
      { attributes: { Env: 'x' } },
      /unknown attribute 'Env'; did you mean 'env'\?/,
    ],
  ])('because of %s: the others are stored, the step fails, and says why', async (_, broken, reason) => {
    const { inputs, stored, entity } = await service();
    await using run = await report({ ...push, inputs: { ...inputs, events: events(entity, broken) } });
    expect(run.main).toMatchObject({
      exitCode: 1,
      outputs: { outcome: 'rejected', accepted: '37', rejected: '3' },
    });
    expect(run.main.outputs['reason']).toMatch(reason);
    const all = await stored();
    const good = Array.from({ length: 40 }, (_, index) => `${index}`).filter(
      (index) => !bad.includes(Number(index)),
    );
    expect(all.map(({ attributes }) => attributes['description']).sort()).toEqual(good.sort());
    // What the run knows stands in each of them.
    expect(new Set(all.map(({ attributes }) => attributes['build_id']))).toEqual(
      new Set(['9876543210-1-deploy']),
    );
    for (const index of bad) expect(run.main.log).toMatch(new RegExp(`events\\[${index}\\] .*rejected`));
    expect(run.main.summary).toContain('37 of 40 events reported');
  });

  test('because the service takes only some of a batch', async () => {
    const { inputs, stored, entity } = await service();
    await emulator.fault({ match: { ...POST_EVENTS, nth: 2 }, do: { partial: [0, 1, 2] } });
    await using run = await report({ ...push, inputs: { ...inputs, events: events(entity, {}) } });
    expect(run.main).toMatchObject({
      exitCode: 1,
      outputs: { outcome: 'rejected', accepted: '37', rejected: '3' },
    });
    expect(await stored()).toHaveLength(37);
  });

  test('and a key that stops working in the middle: what was not judged is kept', async () => {
    const { inputs, stored, entity } = await service();
    await emulator.fault({ match: { ...POST_EVENTS, nth: 3 }, do: { status: 401, body: { message: 'no' } } });
    await using run = await report({ ...push, inputs: { ...inputs, events: events(entity, {}) } });
    expect(run.main).toMatchObject({ exitCode: 1, outputs: { outcome: 'undelivered', accepted: '30' } });
    expect(run.main.outputs['reason']).toMatch(/^10 of 40 events were not delivered: api-key: .*401/);
    expect((await undelivered(run)).map((batch) => batch.events.length)).toEqual([10]);
    expect(await stored()).toHaveLength(30);
  });
});

describe('a token', () => {
  test('is fetched for a user name and a password, and masked', async () => {
    const { inputs, stored } = await service({ 'api-key': '', ...user });
    await using run = await report({ ...push, inputs });
    expect(run.main).toMatchObject({ exitCode: 0, outputs: { outcome: 'reported' } });
    const fetched = run.main.masks.filter((mask) => mask.startsWith('ey'));
    expect(fetched).toHaveLength(1);
    expect(run.main.log).not.toContain(fetched[0]);
    expect(await stored()).toHaveLength(1);
  });

  test('that expires in the middle of a run is fetched once more', async () => {
    const { inputs, stored, entity } = await service({ 'api-key': '', ...user });
    const brief = await emulator.token({ expiresIn: 2 });
    await emulator.fault({
      match: { path: '/oauth/token', first: 1 },
      do: { status: 200, body: { access_token: brief } },
    });
    await emulator.fault({ match: POST_EVENTS, do: { latencyMs: 1200 } });
    const events = JSON.stringify(Array.from({ length: 40 }, () => ({ entityId: entity })));
    await using run = await report({ ...push, inputs: { ...inputs, events } }, [brief]);
    expect(run.main).toMatchObject({ exitCode: 0, outputs: { outcome: 'reported', accepted: '40' } });
    expect(run.main.masks.filter((mask) => mask.startsWith('ey'))).toHaveLength(2);
    expect(await stored()).toHaveLength(40);
  });

  test('that is given and has expired fails the step, and is named', async () => {
    const token = await emulator.token({ expiresIn: -60 });
    const { inputs } = await service({ 'api-key': '', token });
    await using run = await report({ ...push, inputs });
    expect(run.main).toMatchObject({ exitCode: 1, outputs: { outcome: 'undelivered' } });
    expect(run.main.outputs['reason']).toMatch(/token: .*401.*expired/);
  });

  test('goes before an API key', async () => {
    const token = await emulator.token({});
    const { inputs, stored } = await service({ token, 'api-key': 'mp_not_a_key_at_all' });
    await using run = await report({ ...push, inputs });
    expect(run.main).toMatchObject({ exitCode: 0, outputs: { outcome: 'reported' } });
    expect(await stored()).toHaveLength(1);
  });
});
