import { expect, test } from 'vitest';
import { bodyOfBatch, isIdempotencyKey, restoreBatches, splitIntoBatches } from './batches.ts';

const MIB = 1024 * 1024;
/** An event whose JSON has that many bytes. */
const sized = (bytes: number) => {
  const empty = JSON.stringify({ type: 'event-build', entityId: '' }).length;
  return { type: 'event-build', entityId: 'x'.repeat(bytes - empty) };
};
const split = (events: Parameters<typeof splitIntoBatches>[0]) => {
  let keys = 0;
  return splitIntoBatches(events, () => `k${keys++}`);
};
const indexesOf = ({ batches }: ReturnType<typeof split>) =>
  batches.map(({ items }) => items.map(({ index }) => index));

test.each([
  [0, []],
  [1, [1]],
  [15, [15]],
  [16, [15, 1]],
  [40, [15, 15, 10]],
])('%s events are batches of %j', (count, sizes) => {
  const { batches, oversized } = split(Array.from({ length: count }, () => sized(100)));
  expect(batches.map(({ items }) => items.length)).toEqual(sizes);
  expect(batches.map(({ idempotencyKey }) => idempotencyKey)).toEqual(sizes.map((_, n) => `k${n}`));
  expect(oversized).toEqual([]);
});

test('events keep their order', () => {
  const events = Array.from({ length: 20 }, (_, n) => ({ type: 'event-deploy', entityId: `e${n}` }));
  const { batches } = split(events);
  expect(batches.map((batch) => JSON.parse(bodyOfBatch(batch)))).toEqual([
    { events: events.slice(0, 15) },
    { events: events.slice(15) },
  ]);
});

test('a body has at most 1 MiB, to the byte', () => {
  const frame = '{"events":[,]}'.length;
  const half = Math.floor((MIB - frame) / 2);
  const exact = split([sized(half), sized(MIB - frame - half)]);
  expect(indexesOf(exact)).toEqual([[0, 1]]);
  expect(exact.batches.map((batch) => bodyOfBatch(batch).length)).toEqual([MIB]);
  expect(indexesOf(split([sized(half), sized(MIB - frame - half + 1)]))).toEqual([[0], [1]]);
});

test('an event that is too large alone is set aside, the others go on', () => {
  const alone = MIB - '{"events":[]}'.length;
  const result = split([sized(100), sized(alone + 1), sized(alone), sized(100)]);
  expect(indexesOf(result)).toEqual([[0], [2], [3]]);
  expect(result.oversized.map(({ index }) => index)).toEqual([1]);
});

test('bytes count, not characters', () => {
  const wide = () => ({ type: 'event-build', attributes: { x: 'é'.repeat(300_000) } });
  expect(indexesOf(split([wide(), wide()]))).toEqual([[0], [1]]);
});

test.each([
  ['a', true],
  ['x'.repeat(255), true],
  ['a b!~', true],
  ['', false],
  ['x'.repeat(256), false],
  [' a', false],
  ['a ', false],
  ['a\nb', false],
  ['é', false],
  [1, false],
  [undefined, false],
])('the key %j can be used: %s', (key, isKey) => expect(isIdempotencyKey(key)).toBe(isKey));

test('a key that no header can carry is refused before anything is sent', () => {
  expect(() => splitIntoBatches([sized(100)], () => 'a\r\nx-evil: 1')).toThrow(TypeError);
});

test('restored batches are the same requests, numbered through', () => {
  const { batches } = split(Array.from({ length: 20 }, () => sized(100)));
  const kept = batches.map(({ idempotencyKey, items }) => ({
    idempotencyKey,
    events: items.map(({ event }) => event),
  }));
  expect(restoreBatches(kept)).toEqual(batches);
});
