import { expect, test } from 'vitest';
import { splitIntoBatches } from './batches.ts';
import { store } from './scripted-server.fixture.ts';
import { settle } from './settle.ts';

const timestamp = '2026-03-01T10:00:00.000Z';
const events = ['a', 'b', 'a', 'c'].map((entityId) => ({ type: 'event-deploy', timestamp, entityId }));
const [batch] = splitIntoBatches(events, () => 'k').batches;
const judge = (status: number, body: unknown) =>
  settle(
    batch?.items ?? [],
    { status, headers: {}, text: typeof body === 'string' ? body : JSON.stringify(body) },
    (text) => text,
  );
const statesOf = (status: number, body: unknown) =>
  [...(judge(status, body)?.fates ?? [])].map(([index, { state }]) => [index, state]);

test('what is not among the failures is accepted, and has its stored event', () => {
  const body = store(events, (one) => JSON.stringify(one).includes('"b"'));
  const fates = judge(201, body)?.fates;
  expect(fates?.get(0)).toEqual({ state: 'accepted', event: events[0], stored: body.success[0] });
  expect(fates?.get(1)).toEqual({ state: 'rejected', event: events[1], reason: "Entity 'x' not found" });
  expect(fates?.get(3)).toEqual({ state: 'accepted', event: events[3], stored: body.success[2] });
});

test('of equal events, one failed: the first is taken for it', () => {
  const { success } = store([events[1], events[0], events[3]]);
  expect(statesOf(201, { success, failures: [{ event: events[2], reason: 'no' }] })).toEqual([
    [0, 'rejected'],
    [1, 'accepted'],
    [2, 'accepted'],
    [3, 'accepted'],
  ]);
});

const all = store(events);
const [first, ...others] = all.success;
test.each([
  ['nothing', ''],
  ['no JSON', '<html>'],
  ['null', 'null'],
  ['a list', []],
  ['no failures', { success: all.success }],
  ['no successes', { failures: [] }],
  ['one too few', { success: others, failures: [] }],
  ['one too many', { success: [...all.success, first], failures: [] }],
  ['the failure of a stranger', { success: others, failures: [{ event: { type: 'x' }, reason: 'no' }] }],
  ['a failure without reason', { success: others, failures: [{ event: events[0] }] }],
  ['a failure without event', { success: others, failures: [{ reason: 'no' }] }],
  ['a stored event without id', { success: [{ ...first, id: undefined }, ...others], failures: [] }],
  [
    'a stored event without attributes',
    { success: [{ ...first, attributes: null }, ...others], failures: [] },
  ],
  ['a stored event of another kind', { success: [1, ...others], failures: [] }],
])('a 201 with %s is no answer of the service', (_, body) => {
  expect(judge(201, body)).toBeUndefined();
});

test('a stored event without entity, and with members of later versions, is one', () => {
  const success = all.success.map(({ ...one }) => ({ ...one, entityId: undefined, later: 1 }));
  expect(statesOf(201, { success, failures: [], later: 1 })).toHaveLength(4);
});

test('a 400 that blames some rejects them, and leaves the rest to be sent again', () => {
  const errors = [{ type: 'field', msg: 'no', path: 'events[1].type', location: 'body' }];
  const settled = judge(400, { errors });
  expect([...(settled?.fates.keys() ?? [])]).toEqual([1]);
  expect(settled?.rest.map(({ index }) => index)).toEqual([0, 2, 3]);
});

test.each([
  [400, { message: 'no' }, 'no'],
  [413, '<html><h1>413</h1> too large', '413: 413 too large'],
  [413, '', '413'],
  [422, { message: 'another body' }, '422: another body'],
  [422, { errors: [{ msg: 'this' }, { msg: 'that' }] }, '422: this; that'],
])('%s %j rejects all', (status, body, reason) => {
  const settled = judge(status, body);
  expect(settled?.rest).toEqual([]);
  expect([...(settled?.fates.values() ?? [])]).toEqual(
    events.map((event) => ({ state: 'rejected', event, reason })),
  );
});

test.each([200, 202, 204, 301, 304, 401, 403, 404, 405, 408, 409, 415, 418, 429, 500, 501, 503])(
  '%s settles nothing, whatever it says',
  (status) => expect(judge(status, all)).toBeUndefined(),
);
