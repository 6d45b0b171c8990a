import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accept, clientOf, event, many } from './client-of.fixture.ts';
import { inTurn, reply, type Script, startScripted, store } from './scripted-server.fixture.ts';
import { appendUndelivered, readUndelivered } from './undelivered-file.ts';

const keysOf = ({ asked }: Awaited<ReturnType<typeof startScripted>>) =>
  asked.map(({ headers }) => headers['idempotency-key']);
const isBad = (one: unknown) => /"(e3|e17|e39)"/.test(JSON.stringify(one));

test('40 events go in batches of 15, in order, each under its own key; failures are found', async () => {
  await using server = await startScripted(({ events }, res) => reply(res, 201, store(events, isBad)));
  const { fates, answers } = await clientOf(server.url).client.send(many(40));
  expect(server.asked.map(({ events }) => events.length)).toEqual([15, 15, 10]);
  expect(server.asked.flatMap(({ events }) => events)).toMatchObject(many(40));
  expect(new Set(keysOf(server)).size).toBe(3);
  expect(fates.map(({ event: { entityId } }) => entityId)).toEqual(many(40).map(({ entityId }) => entityId));
  expect(fates.flatMap(({ state }, n) => (state === 'rejected' ? [n] : []))).toEqual([3, 17, 39]);
  // Each has its own stored event, not its neighbour's.
  for (const fate of fates) {
    if (fate.state === 'accepted') expect(fate.stored.entityId).toBe(fate.event.entityId);
  }
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
});

const refuseBad: Script = ({ events }, res) => {
  const errors = events.flatMap((one, n) =>
    isBad(one) ? [{ type: 'field', msg: 'no', path: `events[${n}].attributes.env`, location: 'body' }] : [],
  );
  reply(res, errors.length > 0 ? 400 : 201, errors.length > 0 ? { errors } : store(events));
};

test('events that a 400 blames are rejected, the others sent again at once under a new key', async () => {
  await using server = await startScripted(refuseBad);
  const { client, notices } = clientOf(server.url);
  const { fates, problems, undelivered } = await client.send(many(40));
  expect(server.asked.map(({ events }) => events.length)).toEqual([15, 14, 15, 14, 10, 9]);
  expect(fates.map(({ event: { entityId } }) => entityId)).toEqual(many(40).map(({ entityId }) => entityId));
  expect(fates.flatMap((fate, n) => (fate.state === 'rejected' ? [[n, fate.reason]] : []))).toEqual([
    [3, 'attributes.env: no'],
    [17, 'attributes.env: no'],
    [39, 'attributes.env: no'],
  ]);
  expect(new Set(keysOf(server)).size).toBe(6);
  expect(notices.map(({ kind, message }) => [kind, message.replace(/;.*/, '')])).toEqual([
    ['split', 'the service refused 1 of 15 events, and with them all'],
    ['split', 'the service refused 1 of 15 events, and with them all'],
    ['split', 'the service refused 1 of 10 events, and with them all'],
  ]);
  expect({ problems, undelivered }).toEqual({ problems: [], undelivered: [] });
});

test('when all are blamed, nothing is sent again', async () => {
  await using server = await startScripted(refuseBad);
  const { fates } = await clientOf(server.url).client.send([event(3), event(17)]);
  expect(fates.map(({ state }) => state)).toEqual(['rejected', 'rejected']);
  expect(server.asked).toHaveLength(1);
});

test('a batch that is refused as a whole does not keep the next one back', async () => {
  await using server = await startScripted(inTurn((_, res) => reply(res, 400, { message: 'no' }), accept));
  const { fates } = await clientOf(server.url).client.send(many(16));
  expect(fates.map(({ state }) => state)).toEqual([...Array(15).fill('rejected'), 'accepted']);
});

test('after a problem nothing more is sent, and what was not is kept under the keys it had', async () => {
  await using server = await startScripted(
    inTurn(accept, (_, res) => reply(res, 403, { message: 'no' }), accept),
  );
  const keys = ['first', 'second', 'third'];
  const { client } = clientOf(server.url, { idempotencyKey: () => keys.shift() ?? 'more' });
  const { fates, undelivered, problems, answers } = await client.send(many(40));
  expect(keysOf(server)).toEqual(['first', 'second']);
  expect(problems).toHaveLength(1);
  expect(answers.map(({ status }) => status)).toEqual([201, 403]);
  expect(fates.map(({ state }) => state)).toEqual([
    ...Array(15).fill('accepted'),
    ...Array(25).fill('undelivered'),
  ]);
  expect(fates.at(-1)).toMatchObject({ problem: problems[0] });
  expect(undelivered.map(({ idempotencyKey, events }) => [idempotencyKey, events.length])).toEqual([
    ['second', 15],
    ['third', 10],
  ]);
});

test('what was not delivered is kept in a file, and replayed later: the same keys, the same bodies', async () => {
  let isUp = false;
  await using server = await startScripted((asked, res, nth) =>
    isUp ? accept(asked, res, nth) : reply(res, 503, {}),
  );
  const directory = await mkdtemp(join(tmpdir(), 'replay-'));
  const path = join(directory, 'undelivered.ndjson');
  const first = clientOf(server.url, { maxAttempts: 1 });
  await appendUndelivered(path, (await first.client.send(many(16))).undelivered);
  isUp = true;
  const later = clientOf(server.url);
  later.advance(3_600_000);
  const kept = await readUndelivered(path);
  const { fates, undelivered } = await later.client.replay(kept);
  await rm(directory, { recursive: true });
  expect(fates.map(({ state }) => state)).toEqual(Array(16).fill('accepted'));
  expect(undelivered).toEqual([]);
  expect(keysOf(server).slice(1)).toEqual(kept.map(({ idempotencyKey }) => idempotencyKey));
  expect(server.asked[1]?.body).toEqual(server.asked[0]?.body);
  expect(server.asked[2]?.events).toMatchObject([{ entityId: 'e15', timestamp: '2026-03-01T10:00:00.000Z' }]);
});

const limited =
  (ratelimit: string): Script =>
  ({ events }, res) =>
    reply(res, 201, store(events), { ratelimit });

test('a used up rate limit is waited for between batches, not after the last', async () => {
  await using server = await startScripted(limited('"minute";r=0;t=20, "hour";r=7;t=900'));
  const { client, slept, notices } = clientOf(server.url);
  await client.send(many(16));
  expect(slept).toEqual([20_000]);
  expect(notices).toEqual([{ kind: 'pause', message: 'the rate limit is used up; going on in 20 s' }]);
});

test('what is left of a rate limit is used without pause', async () => {
  await using server = await startScripted(limited('"minute";r=1;t=34'));
  const { client, slept } = clientOf(server.url);
  await client.send(many(16));
  expect(slept).toEqual([]);
});

test('a rate limit that lasts longer than the budget ends in an outage at once', async () => {
  await using server = await startScripted(
    inTurn(limited('"hour";r=0;t=900'), (_, res) =>
      reply(res, 429, { message: 'too many' }, { 'retry-after': '900' }),
    ),
  );
  const { client, slept } = clientOf(server.url);
  const { fates, problems, undelivered } = await client.send(many(40));
  expect(slept).toEqual([]);
  expect(server.asked).toHaveLength(2);
  expect(problems).toMatchObject([{ fault: 'outage', status: 429 }]);
  expect(fates.map(({ state }) => state)).toEqual([
    ...Array(15).fill('accepted'),
    ...Array(25).fill('undelivered'),
  ]);
  expect(undelivered.map(({ events }) => events.length)).toEqual([15, 10]);
});
