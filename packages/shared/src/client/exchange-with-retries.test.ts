import { expect, test } from 'vitest';
import { accept, clientOf, event, many } from './client-of.fixture.ts';
import { inTurn, reply, type Script, startScripted } from './scripted-server.fixture.ts';

const answer =
  (status: number, headers: Record<string, string> = {}): Script =>
  (_, res) =>
    reply(res, status, { message: 'later' }, headers);

test.each([408, 429, 500, 502, 503, 504])('%s is tried again under the same key and body', async (status) => {
  await using server = await startScripted(inTurn(answer(status), answer(status), accept));
  const { client, slept, notices } = clientOf(server.url);
  const { fates, answers, problems } = await client.send([event()]);
  expect(fates).toMatchObject([{ state: 'accepted' }]);
  expect(slept).toEqual([500, 1000]);
  expect(notices).toEqual([
    { kind: 'retry', message: `${server.url} answered ${status}: later; trying again in 0.5 s (2 of 5)` },
    { kind: 'retry', message: `${server.url} answered ${status}: later; trying again in 1 s (3 of 5)` },
  ]);
  expect(answers.map((one) => one.status)).toEqual([201]);
  expect(problems).toEqual([]);
  expect(server.asked).toHaveLength(3);
  expect(
    new Set(server.asked.map(({ headers, body }) => JSON.stringify([headers['idempotency-key'], body]))).size,
  ).toBe(1);
});

test.each([
  [1, '(after 1 try)'],
  [3, '(after 3 tries)'],
  [undefined, '(after 5 tries)'],
])('with maxAttempts %s it gives up %s', async (maxAttempts, ending) => {
  await using server = await startScripted(answer(503));
  const { problems, answers } = await clientOf(server.url, { maxAttempts }).client.send(many(16));
  expect(problems).toEqual([
    { fault: 'outage', status: 503, message: `${server.url} answered 503: later ${ending}` },
  ]);
  expect(answers).toEqual([{ status: 503, body: { message: 'later' } }]);
  expect(server.asked).toHaveLength(maxAttempts ?? 5);
});

test('the tries of each batch are counted apart', async () => {
  await using server = await startScripted(inTurn(answer(503), accept, answer(503), accept));
  const { fates } = await clientOf(server.url, { maxAttempts: 2 }).client.send(many(16));
  expect(fates.every(({ state }) => state === 'accepted')).toBe(true);
});

test.each([
  ['7', 7000],
  ['Sun, 01 Mar 2026 10:00:09 GMT', 9000],
  ['0', 500],
  ['soon', 500],
])('after Retry-After %s it waits %s ms', async (value, ms) => {
  await using server = await startScripted(inTurn(answer(429, { 'retry-after': value }), accept));
  const { client, slept } = clientOf(server.url);
  await client.send([event()]);
  expect(slept).toEqual([ms]);
});

test('a Retry-After beyond the budget ends the tries at once, and says so', async () => {
  await using server = await startScripted(answer(429, { 'retry-after': '120' }));
  const { client, slept } = clientOf(server.url);
  const { problems, fates } = await client.send(many(16));
  expect(slept).toEqual([]);
  expect(problems).toMatchObject([
    {
      fault: 'outage',
      status: 429,
      message: `${server.url} answered 429: later (after 1 try; waiting 120 s for another one exceeds the 60 s allowed)`,
    },
  ]);
  expect(fates.map(({ state }) => state)).toEqual(Array(16).fill('undelivered'));
  expect(server.asked).toHaveLength(1);
});

test('the budget is that of the whole send, not of a batch', async () => {
  await using server = await startScripted(
    inTurn(answer(503, { 'retry-after': '40' }), accept, answer(503, { 'retry-after': '40' }), accept),
  );
  const { client, slept } = clientOf(server.url);
  const { fates, problems } = await client.send(many(16));
  expect(slept).toEqual([40_000]);
  expect(problems).toMatchObject([{ fault: 'outage', status: 503 }]);
  expect(fates.at(14)).toMatchObject({ state: 'accepted' });
  expect(fates.at(15)).toMatchObject({ state: 'undelivered' });
});

test('each send has a budget of its own', async () => {
  await using server = await startScripted(
    inTurn(answer(503, { 'retry-after': '40' }), accept, answer(503, { 'retry-after': '40' }), accept),
  );
  const { client } = clientOf(server.url);
  expect((await client.send([event()])).problems).toEqual([]);
  expect((await client.send([event()])).problems).toEqual([]);
});

test('a budget that is used up before a batch was tried leaves it undelivered, untried', async () => {
  let pass = () => {};
  await using server = await startScripted((asked, res, nth) => {
    pass();
    accept(asked, res, nth);
  });
  const { client, advance } = clientOf(server.url);
  pass = () => advance(60_000);
  const { fates, problems } = await client.send(many(16));
  expect(server.asked).toHaveLength(1);
  expect(problems).toEqual([
    { fault: 'outage', message: 'the 60 s allowed were used up before it was sent' },
  ]);
  expect(fates.at(14)).toMatchObject({ state: 'accepted' });
  expect(fates.at(15)).toMatchObject({ state: 'undelivered' });
});
