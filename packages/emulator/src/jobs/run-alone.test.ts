import { expect, test } from 'vitest';
import { openMemoryStore } from '../store/json/open-json-store.ts';
import { createRunAlone } from './run-alone.ts';

/** Two processes on one store, each with its own idea of the time. */
async function twoProcesses(stopping?: AbortSignal) {
  const store = await openMemoryStore();
  const time = { now: 0 };
  const clock = { now: () => time.now };
  return { time, one: createRunAlone(store, clock), other: createRunAlone(store, clock, stopping) };
}

/** A work that lasts until it is told to end. */
function longWork() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => promise, end: () => resolve('done') };
}

test('another process does nothing meanwhile, or waits', async () => {
  const { one, other } = await twoProcesses();
  const { work, end } = longWork();
  const first = one('metrics', work);
  expect(await other('metrics', async () => 'too')).toBeUndefined();
  expect(await other('something else', async () => 'too')).toBe('too');
  const waiting = other('metrics', async () => 'after', { wait: true });
  end();
  expect([await first, await waiting]).toEqual(['done', 'after']);
});

test('callers in one process take turns, also after a failure', async () => {
  const { one } = await twoProcesses();
  const order: string[] = [];
  const { work, end } = longWork();
  const first = one('metrics', async () => {
    await work();
    order.push('first');
    throw new Error('broken');
  });
  const second = one('metrics', async () => order.push('second'));
  end();
  await expect(first).rejects.toThrow('broken');
  await second;
  expect(order).toEqual(['first', 'second']);
});

test('whoever died keeps the others waiting for a lease, and no longer', async () => {
  const { time, one, other } = await twoProcesses();
  const { work, end } = longWork();
  const dead = one('metrics', work);
  expect(await other('metrics', async () => 'too early')).toBeUndefined();
  time.now = 20_000;
  expect(await other('metrics', async () => 'now')).toBe('now');
  end();
  await dead;
});

test('a stop ends the waiting', async () => {
  const stopping = new AbortController();
  const { one, other } = await twoProcesses(stopping.signal);
  const { work, end } = longWork();
  const first = one('metrics', work);
  const waiting = other('metrics', async () => 'never', { wait: true });
  stopping.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  end();
  await first;
});
