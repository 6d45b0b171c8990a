import { expect, test } from 'vitest';
import { createClient } from './create-client.ts';
import { reply, startScripted, store } from './scripted-server.fixture.ts';

const credentials = { kind: 'token', token: 'tok-secret' } as const;
const events = Array.from({ length: 20 }, (_, n) => ({ type: 'event-deploy', entityId: `e${n}` }));
const interrupted = [{ fault: 'outage', message: 'sending was interrupted' }];

test('an interrupted send settles at once: what was accepted stays so, the rest is undelivered with its key', async () => {
  const controller = new AbortController();
  await using server = await startScripted(({ events: sent }, res, nth) => {
    if (nth === 1) reply(res, 201, store(sent));
    // The second is never answered.
    else controller.abort();
  });
  const client = createClient({ baseUrl: server.url, credentials, signal: controller.signal });
  const { fates, undelivered, problems } = await client.send(events);
  expect(fates.map(({ state }) => state)).toEqual([
    ...Array(15).fill('accepted'),
    ...Array(5).fill('undelivered'),
  ]);
  expect(undelivered).toEqual([
    { idempotencyKey: server.asked[1]?.headers['idempotency-key'], events: server.asked[1]?.events },
  ]);
  expect(problems).toEqual(interrupted);
});

test('a pause between two tries ends with the interruption, too', async () => {
  const controller = new AbortController();
  await using server = await startScripted((_, res) =>
    reply(res, 503, { message: 'later' }, { 'retry-after': '30' }),
  );
  const client = createClient({
    baseUrl: server.url,
    credentials,
    signal: controller.signal,
    // Told before the pause begins; the abort comes when it has begun.
    onNotice: ({ kind }) => kind === 'retry' && setImmediate(() => controller.abort()),
  });
  const { problems } = await client.send(events);
  expect(problems).toEqual(interrupted);
  expect(server.asked).toHaveLength(1);
});

test('nothing is sent after the interruption', async () => {
  await using server = await startScripted(({ events: sent }, res) => reply(res, 201, store(sent)));
  const client = createClient({ baseUrl: server.url, credentials, signal: AbortSignal.abort() });
  const { problems, undelivered } = await client.send(events);
  expect(problems).toEqual(interrupted);
  expect(undelivered.map((batch) => batch.events.length)).toEqual([15, 5]);
  expect(server.asked).toEqual([]);
});

test('an interruption while the way to the service is looked for is heard', async () => {
  const controller = new AbortController();
  await using server = await startScripted(() => {});
  const env = {};
  const client = createClient({ baseUrl: server.url, credentials, env, signal: controller.signal });
  // The variable is read between the check of the signal and the try.
  Object.defineProperty(env, 'http_proxy', { get: () => controller.abort() });
  expect((await client.send(events)).problems).toEqual(interrupted);
  expect(server.asked).toEqual([]);
});

test('a connection that the server closes as it is used again costs no try', async () => {
  await using server = await startScripted(({ events: sent }, res, nth) => {
    if (nth === 2) res.socket?.destroy();
    else reply(res, 201, store(sent));
  });
  const { fates } = await createClient({ baseUrl: server.url, credentials, maxAttempts: 1 }).send(events);
  expect(new Set(fates.map(({ state }) => state))).toEqual(new Set(['accepted']));
  expect(server.asked.map(({ headers }) => headers['idempotency-key'])).toEqual([
    expect.any(String),
    server.asked[2]?.headers['idempotency-key'],
    expect.any(String),
  ]);
});
