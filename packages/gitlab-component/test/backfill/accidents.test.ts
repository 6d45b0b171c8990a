import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../../emulator/test/start-test-emulator.fixture.ts';
import { startGitHubApi } from '../../../github-action/test/github-api.fixture.ts';
import { runMilepost } from '../run-milepost.ts';
import { githubDeployment } from './history-api.fixture.ts';

let emulator: TestEmulator;
let directory: string;
let entity: string;
let entities = 0;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
beforeEach(async () => {
  entities += 1;
  entity = await emulator.entity(`accident-${entities}`);
  directory = await mkdtemp(join(tmpdir(), 'milepost-backfill-'));
  return async () => {
    await emulator.clearFaults();
    await rm(directory, { recursive: true });
  };
});
afterAll(() => emulator[Symbol.asyncDispose]());

function service() {
  return { MILEPOST_BASE_URL: emulator.url, MILEPOST_API_KEY: emulator.apiKey };
}

async function backfill(args: string[], env: Record<string, string> = {}) {
  const end = await runMilepost(['backfill', '--entity-id', entity, ...args, '--json'], {
    cwd: directory,
    env: { ...service(), ...env },
  });
  return { ...end, result: end.stdout === '' ? undefined : JSON.parse(end.stdout) };
}

const write = (name: string, text: string) => writeFile(join(directory, name), text);
const row = (second: number) =>
  `{"timestamp":"2026-01-01T10:${String(second).padStart(2, '0')}:00Z","env":"production"}`;

test('a kill loses no bad row, and its file has a header also when it begins late', async () => {
  const good = (n: number) => `2026-01-01T10:00:${String(n % 60).padStart(2, '0')}Z,${n}`;
  const rows = Array.from({ length: 600 }, (_, n) => (n % 100 === 50 ? `never,${n}` : good(n)));
  await write('a.csv', `timestamp,env\n${rows.join('\n')}\n`);
  await emulator.fault({ match: { path: '/events', method: 'POST' }, do: { latencyMs: 60 } });
  for (let kills = 0; kills < 3; kills++) {
    const before = (await emulator.events(entity)).length;
    let stored = before;
    const watch = setInterval(async () => {
      stored = (await emulator.events(entity)).length;
    }, 30);
    await runMilepost(['backfill', '--entity-id', entity, '--from-file', 'a.csv'], {
      cwd: directory,
      env: service(),
      interrupt: { signal: 'SIGKILL', when: () => stored > before + 20 },
    });
    clearInterval(watch);
  }
  await emulator.clearFaults();
  await backfill(['--from-file', 'a.csv']);
  const kept = (await readFile(join(directory, 'a.bad.csv'), 'utf8')).trim().split('\n');
  expect(kept[0]).toBe('timestamp,env');
  expect([...new Set(kept.slice(1))].sort()).toEqual(
    [50, 150, 250, 350, 450, 550].map((n) => `never,${n}`).sort(),
  );
});

test('flags that would make other events of the same source are refused, not passed over', async () => {
  await write('a.ndjson', `${row(1)}\n`);
  await backfill(['--from-file', 'a.ndjson', '--status', 'failed']);
  const other = await backfill(['--from-file', 'a.ndjson', '--status', 'success']);
  expect(other).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/was made with other flags.*remove it/),
  });
});

test('a wrong flag leaves no cursor behind that would refuse the right one', async () => {
  await write('a.csv', `When,env\n2026-01-01T10:00:00Z,production\n`);
  const wrong = await backfill(['--from-file', 'a.csv', '--column', 'timestamp=Wenn']);
  expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/did you mean 'When'/) });
  expect(Object.keys(wrong.files)).toEqual(['a.csv']);
  expect((await backfill(['--from-file', 'a.csv', '--column', 'timestamp=When'])).result).toMatchObject({
    sent: 1,
  });
});

test('after an interruption nothing that is settled stands in the cursor as pending', async () => {
  await write('a.ndjson', Array.from({ length: 400 }, (_, n) => row(n % 60)).join('\n'));
  await emulator.fault({ match: { path: '/events', method: 'POST' }, do: { latencyMs: 50 } });
  let stored = 0;
  const watch = setInterval(async () => {
    stored = (await emulator.events(entity)).length;
  }, 30);
  const end = await runMilepost(
    ['backfill', '--entity-id', entity, '--from-file', 'a.ndjson', '--cursor', 'c.json'],
    { cwd: directory, env: service(), interrupt: { signal: 'SIGINT', when: () => stored > 100 } },
  );
  clearInterval(watch);
  expect(end.exitCode).toBe(130);
  const { pending } = JSON.parse(end.files['c.json'] ?? '');
  const left = pending.reduce((sum: number, { events }: { events: unknown[] }) => sum + events.length, 0);
  // What was on its way in that moment, at most: a batch, of which the answer was not waited for, and those behind it.
  expect(left).toBeLessThanOrEqual(75);
  await emulator.clearFaults();
  await backfill(['--from-file', 'a.ndjson', '--cursor', 'c.json']);
  expect((await emulator.events(entity)).length).toBe(400);
});

test('a row with a cell too many, or too few, is no deployment', async () => {
  await write('a.csv', 'timestamp,env\n2026-01-01T10:00:00Z,a,b\n2026-01-01T10:00:00Z\n');
  const { result, stderr } = await backfill(['--from-file', 'a.csv']);
  expect(result).toMatchObject({ sent: 0, bad: 2 });
  expect(stderr).toMatch(/line 2: it has 3 cells, and the header 2/);
});

test('large events are sent in smaller batches, and one that is too large is told', async () => {
  const large = (kilobytes: number) =>
    JSON.stringify({ timestamp: '2026-01-01T10:00:00Z', description: 'x'.repeat(kilobytes * 1024) });
  await write('a.ndjson', [...Array.from({ length: 15 }, () => large(90)), large(1200)].join('\n'));
  const { result } = await backfill(['--from-file', 'a.ndjson']);
  expect(result).toMatchObject({ sent: 15, rejected: { 'it is too large for a request': 1 } });
  expect(await emulator.events(entity)).toHaveLength(15);
});

test('the same batch twice in a file is meant', async () => {
  await write('a.ndjson', Array.from({ length: 45 }, () => row(1)).join('\n'));
  expect((await backfill(['--from-file', 'a.ndjson'])).result).toMatchObject({ sent: 45 });
  expect(await emulator.events(entity)).toHaveLength(45);
});

test("a lock that another container's process 1 left behind is no obstacle", async () => {
  await write('a.ndjson', `${row(1)}\n`);
  await write('c.json.lock', '999999999');
  expect(await backfill(['--from-file', 'a.ndjson', '--cursor', 'c.json'])).toMatchObject({ exitCode: 0 });
});

test.each([['nowhere/c.json', /nowhere\/c.json.lock cannot be written \(ENOENT\)/]])(
  'a cursor that cannot be written is wrong usage: %s',
  async (cursor, said) => {
    await write('a.ndjson', `${row(1)}\n`);
    const run = await backfill(['--from-file', 'a.ndjson', '--cursor', cursor]);
    expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(said) });
  },
);

const statuses = (id: number, ...states: string[]) => ({
  [`GET /repos/acme/shop/deployments/${id}/statuses`]: {
    body: states.map((state) => ({ state, created_at: '2026-01-01T10:00:00Z' })),
  },
});
const list = (...ids: number[]) => ({
  'GET /repos/acme/shop/deployments': { body: ids.map(githubDeployment) },
});
const fromGitHub = ['--from-github', 'acme/shop'];

test('what GitHub has forgotten is told, and counted when that is asked for', async () => {
  // Of 1 all statuses are gone, of 2 all but the last one.
  await using api = await startGitHubApi({ ...list(2, 1), ...statuses(1), ...statuses(2, 'inactive') });
  const env = { MILEPOST_GITHUB_URL: api.url };
  const skipped = await backfill([...fromGitHub, '--cursor', 'a'], env);
  expect(skipped.result).toMatchObject({
    sent: 0,
    passed: { 'whose end GitHub has forgotten (--inactive success counts them)': 2 },
  });
  const counted = await backfill([...fromGitHub, '--cursor', 'b', '--inactive', 'success'], env);
  expect(counted.result).toMatchObject({ sent: 2, waiting: 0 });
  expect((await emulator.events(entity)).map(({ attributes }) => attributes['status'])).toEqual([
    'success',
    'success',
  ]);
});

test('an API that fails in the middle does not hold back what came before', async () => {
  await using api = await startGitHubApi({
    ...list(3, 2, 1),
    ...statuses(1, 'success'),
    ...statuses(2, 'success'),
    'GET /repos/acme/shop/deployments/3/statuses': { status: 400, body: { message: 'no' } },
  });
  const run = await backfill(fromGitHub, { MILEPOST_GITHUB_URL: api.url });
  expect(run).toMatchObject({
    exitCode: 1,
    result: { sent: 2, problems: ["GitHub's API answered 400: no"] },
    stderr: expect.stringMatching(/The same command goes on from here/),
  });
  expect(await emulator.events(entity)).toHaveLength(2);
});

test('SIGINT while an API is asked exits 130', async () => {
  const asked: string[] = [];
  const server = createServer((req) => void asked.push(req.url ?? ''));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const run = await runMilepost(['backfill', ...fromGitHub], {
    cwd: directory,
    env: { ...service(), MILEPOST_GITHUB_URL: `http://127.0.0.1:${port}` },
    interrupt: { signal: 'SIGINT', when: () => asked.length > 0 },
  });
  server.closeAllConnections();
  server.close();
  expect(run.exitCode).toBe(130);
});

test('the same project on another server is another source', async () => {
  await using one = await startGitHubApi({ ...list(1), ...statuses(1, 'success') });
  await using two = await startGitHubApi({ ...list(1), ...statuses(1, 'success') });
  for (const { url } of [one, two]) {
    expect((await backfill(fromGitHub, { MILEPOST_GITHUB_URL: url })).result).toMatchObject({ sent: 1 });
  }
});
