import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as realDelay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { deployment, sendEvents } from './send-events.fixture.ts';
import { startEmulator } from './start-emulator.ts';

const NOW = Date.UTC(2001, 0, 1);
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

/** Lines of the emulator that use the timers of the test; fetch does, too. */
function watchGlobalTimers(): () => string[] {
  const lines: string[] = [];
  for (const name of [
    'setTimeout',
    'setInterval',
    'setImmediate',
    'clearTimeout',
    'clearInterval',
  ] as const) {
    const faked = Reflect.get(globalThis, name);
    Reflect.set(globalThis, name, (...args: unknown[]) => {
      const caller = new Error(name).stack?.split('\n')[2] ?? '';
      if (caller.includes('/emulator/src/')) lines.push(`${name}${caller}`);
      return Reflect.apply(faked, globalThis, args);
    });
  }
  return () => lines;
}

test('with faked timers and a faked Date everything that waits goes on', async () => {
  const ours = watchGlobalTimers();
  const emulator = await startEmulator();
  expect(Date.now()).toBe(NOW);
  expect((await emulator.clock.now()).getTime()).toBeGreaterThan(Date.UTC(2020, 0));
  expect((await sendEvents(emulator, [deployment()])).status).toBe(201);

  await emulator.faults.delay(30, { ttlMs: 60_000 });
  const sent = sendEvents(emulator, [deployment()]);
  expect(await emulator.requests.waitFor({ path: '/events', count: 2 })).toHaveLength(2);
  expect((await sent).status).toBe(201);
  await expect(emulator.requests.waitFor({ count: 3, timeoutMs: 20 })).rejects.toThrow('Waited 20 ms');
  await emulator.stop();
  expect(ours()).toEqual([]);
});

test('a fault lives for real time only', async () => {
  await using emulator = await startEmulator();
  await emulator.faults.unavailable({ ttlMs: 50, times: Number.POSITIVE_INFINITY });
  vi.advanceTimersByTime(60_000);
  expect(await emulator.faults.list()).toHaveLength(1);
  while ((await emulator.faults.list()).length > 0) await realDelay(5);
});

test('an SQLite store commits and closes while timers are faked', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'emulator-test-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await using emulator = await startEmulator({ store: { sqlite: join(directory, 'milepost.sqlite') } });
  const statuses = await Promise.all(
    [1, 2, 3].map(async () => (await sendEvents(emulator, [deployment()])).status),
  );
  expect(statuses).toEqual([201, 201, 201]);
});

test('hours that the test lets pass do not cut a wait short', async () => {
  await using emulator = await startEmulator();
  const waiting = emulator.requests.waitFor({ path: '/events', timeoutMs: 10_000 });
  await emulator.clock.now();
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  await sendEvents(emulator, [deployment()]);
  expect(await waiting).toHaveLength(1);
});
