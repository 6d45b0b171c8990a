import { expect, test } from 'vitest';
import { prefetch } from './prefetch.ts';

/** Loads that end when they are told to. */
function loads() {
  const begun: number[] = [];
  const ends = new Map<number, PromiseWithResolvers<string>>();
  const load = (item: number) => {
    begun.push(item);
    const end = Promise.withResolvers<string>();
    ends.set(item, end);
    return end.promise;
  };
  return { begun, load, end: (item: number) => ends.get(item)?.resolve(`${item}`), ends };
}

test('results come in the order of the items, whichever is ready first', async () => {
  const { begun, load, end } = loads();
  const results = prefetch([1, 2, 3, 4], load, 2);
  const first = results.next();
  // The one that is asked for, and two ahead.
  expect(begun).toEqual([1, 2, 3]);
  end(3);
  end(2);
  end(1);
  expect(await first).toEqual({ done: false, value: '1' });
  expect((await results.next()).value).toBe('2');
  expect(begun).toEqual([1, 2, 3, 4]);
  end(4);
  expect([(await results.next()).value, (await results.next()).value]).toEqual(['3', '4']);
  expect((await results.next()).done).toBe(true);
});

test('a load that fails does so when it is its turn', async () => {
  const { load, end, ends } = loads();
  const results = prefetch([1, 2], load, 5);
  const first = results.next();
  ends.get(2)?.reject(new Error('disk full'));
  end(1);
  expect((await first).value).toBe('1');
  await expect(results.next()).rejects.toThrow('disk full');
});

test('nothing of nothing', async () => {
  expect((await prefetch([], async () => 1, 4).next()).done).toBe(true);
});
