import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeRepository } from '../repos/git-repository.fixture.ts';
import type { EmulatorOptions } from './emulator-options.ts';
import { deployment, sendEvents } from './send-events.fixture.ts';
import { startEmulator } from './start-emulator.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'emulator-test-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));
afterEach(() => void vi.unstubAllEnvs());

test('it starts on any free port, keeps what it is sent in memory, and stops', async () => {
  const emulator = await startEmulator();
  expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await sendEvents(emulator, [deployment()])).status).toBe(201);
  expect(await emulator.api.events()).toMatchObject([
    { type: 'event-deploy', accountId: emulator.accountId },
  ]);
  await emulator.stop();
  await expect(fetch(emulator.url)).rejects.toThrow('fetch failed');
  await emulator.stop();
});

test('several in one process know nothing of each other', async () => {
  await using one = await startEmulator({ clock: '2026-01-31T09:30:00Z' });
  await using other = await startEmulator({ clock: new Date('2030-06-01T00:00:00Z') });
  await one.faults.unavailable();
  expect((await sendEvents(other, [deployment()])).status).toBe(201);
  expect((await sendEvents(one, [deployment()])).status).toBe(503);
  expect(await one.clock.now()).toEqual(new Date('2026-01-31T09:30:00Z'));
  expect(await other.clock.now()).toEqual(new Date('2030-06-01T00:00:00Z'));
  expect(await one.api.events()).toEqual([]);
});

test('stopped, it leaves no directory, no listener and no server behind', async () => {
  const temporary = join(directory, 'temporary');
  await mkdir(temporary);
  vi.stubEnv('TMPDIR', temporary);
  const repository = makeRepository(join(directory, 'repository'), directory);
  repository.branch('main', repository.line(1));
  const names = ['exit', 'SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection', 'warning'];
  const listeners = () => names.map((name) => process.listenerCount(name));
  const handles = () => process.getActiveResourcesInfo().filter((name) => /Server/.test(name));
  const before = [listeners(), handles()];
  const emulator = await startEmulator();
  const headers = { 'x-api-key': emulator.apiKey, 'content-type': 'application/json' };
  const body = JSON.stringify({
    name: 'checkout',
    path: repository.directory,
    entityIds: ['checkout'],
  });
  await fetch(`${emulator.url}/repos`, { method: 'POST', headers, body });
  await emulator.calculate();
  expect(readdirSync(temporary)).toHaveLength(1);
  await emulator.stop();
  expect([listeners(), handles()]).toEqual(before);
  expect(readdirSync(temporary)).toEqual([]);
});

test('it starts again on the SQLite file that another one has left', async () => {
  const store = { sqlite: join(directory, 'kept/milepost.sqlite') };
  for (const events of [1, 2]) {
    await using emulator = await startEmulator({ store });
    await sendEvents(emulator, [deployment()]);
    expect(await emulator.api.events()).toHaveLength(events);
  }
  expect(existsSync(store.sqlite)).toBe(true);
});

test.each<[string, EmulatorOptions['store']]>([
  ['an object', { file: '/DIR/object.json' }],
  ['the text of --store', 'file:/DIR/text.json'],
])('a store is named by %s', async (_how, option) => {
  const store = JSON.parse(JSON.stringify(option).replace('/DIR', directory));
  await using emulator = await startEmulator({ store });
  await sendEvents(emulator, [deployment()]);
  expect(existsSync((store.file ?? store).replace('file:', ''))).toBe(true);
});

test('an instant lets the clock stand; offset lets it run from there', async () => {
  await using frozen = await startEmulator({ clock: { mode: 'frozen', now: '2026-01-31T09:30:00Z' } });
  await using running = await startEmulator({ clock: { mode: 'offset', now: '2026-01-31T09:30:00Z' } });
  await using machine = await startEmulator({ clock: 'system' });
  const events = await sendEvents(frozen, [deployment()]).then(() => frozen.api.events());
  expect(events).toMatchObject([{ createdAt: '2026-01-31T09:30:00.000Z' }]);
  expect((await running.clock.now()).getTime()).toBeGreaterThanOrEqual(Date.parse('2026-01-31T09:30:00Z'));
  expect(Math.abs((await machine.clock.now()).getTime() - Date.now())).toBeLessThan(5000);
});

const seed = {
  entities: [{ shortId: 'search', name: 'Search' }],
  events: [{ type: 'event-deploy', entityId: 'search', timestamp: '2026-01-30T10:00:00Z' }],
};

test.each(['an object', 'a JSON file', 'a YAML file'])('it begins with a seed, %s', async (kind) => {
  const path = join(directory, kind.includes('YAML') ? 'seed.yaml' : 'seed.json');
  const yaml = 'entities:\n  - shortId: search\nevents:\n  - {type: event-deploy, entityId: search}\n';
  await writeFile(path, kind.includes('YAML') ? yaml : JSON.stringify(seed));
  await using emulator = await startEmulator({ seed: kind === 'an object' ? seed : path });
  expect(await emulator.api.events({ entityId: 'search' })).toHaveLength(1);
});

test('it is set up like any other emulator', async () => {
  await using emulator = await startEmulator({
    basePath: '/milepost/',
    apiKey: 'mp_another_key',
    entityErrors: 'reject',
    rateLimits: { minute: 2, hour: 10 },
    clock: '2026-01-31T09:30:00Z',
  });
  expect(emulator.url).toMatch(/\/milepost$/);
  expect(emulator.apiKey).toBe('mp_another_key');
  const unknown = { ...deployment(), entityId: 'nobody' };
  const statuses = [];
  for (const event of [unknown, deployment(), deployment()])
    statuses.push((await sendEvents(emulator, [event])).status);
  expect(statuses).toEqual([400, 201, 429]);
});

test('without limits of its own it counts no requests', async () => {
  await using emulator = await startEmulator({ clock: '2026-01-31T09:30:00Z' });
  const answer = await sendEvents(emulator, [deployment()]);
  expect(answer.headers.has('ratelimit')).toBe(false);
});

test('a logger that is given is told', async () => {
  const lines: string[] = [];
  await using emulator = await startEmulator({
    log: pino({ level: 'info' }, { write: (line) => lines.push(line) }),
  });
  await sendEvents(emulator, [deployment()]);
  await expect.poll(() => lines.join('')).toContain('/events');
});

test.each<[string, EmulatorOptions, string]>([
  ['a store that is none', { store: 'mysql:here' }, '--store: expected'],
  ['a key that is too short', { apiKey: 'short' }, '--api-key: expected'],
  ['a clock that shows no instant', { clock: 'yesterday' }, 'clock: expected'],
  ['a clock that shows no Date', { clock: new Date('yesterday') }, 'This Date is invalid'],
  ['a seed that is not there', { seed: '/nowhere/seed.json' }, '/nowhere/seed.json'],
])('%s is refused', async (_what, options, message) => {
  await expect(startEmulator(options)).rejects.toThrow(message);
});
