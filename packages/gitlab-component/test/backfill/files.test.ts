import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../../emulator/test/start-test-emulator.fixture.ts';
import { runMilepost } from '../run-milepost.ts';

const run = promisify(execFile);

let emulator: TestEmulator;
let directory: string;
let entity: string;
let entities = 0;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
beforeEach(async () => {
  entities += 1;
  entity = await emulator.entity(`file-${entities}`);
  directory = await mkdtemp(join(tmpdir(), 'milepost-backfill-'));
  return () => rm(directory, { recursive: true });
});
afterAll(() => emulator[Symbol.asyncDispose]());

/** Backfills in the test's directory; the result that `--json` prints, and the rest. */
async function backfill(args: string[], env: Record<string, string> = {}) {
  const service = { MILEPOST_BASE_URL: emulator.url, MILEPOST_API_KEY: emulator.apiKey };
  const end = await runMilepost(['backfill', ...args, '--json'], {
    cwd: directory,
    env: { ...service, ...env },
  });
  return { ...end, result: end.stdout === '' ? undefined : JSON.parse(end.stdout) };
}

const write = (name: string, text: string) => writeFile(join(directory, name), text);
const read = (name: string) => readFile(join(directory, name), 'utf8');
const stored = async () => (await emulator.events(entity)).reverse();

const EXPORT = `\uFEFFDeployed at,Service,Stage,Result,Commit SHA,Note,Change ID\r
2026-01-01T10:00:00Z,ENTITY,prod,SUCCESS,${'a'.repeat(40)},"two\r
lines, ""quoted""",CHG1\r
2026-01-02T12:00:00+02:00,ENTITY,prod-eu,failed,,größe ✓,\r
\r
yesterday,ENTITY,prod,success,,,\r
2026-01-04T10:00:00Z,ENTITY,prod,maybe,,,\r
2026-01-05T10:00:00Z,nobody,prod,success,,,\r
2026-01-06T10:00:00Z,ENTITY,prod,aborted,,,\r
`;
const COLUMNS = [
  'timestamp=Deployed at',
  'entity-id=Service',
  'env=Stage',
  'status=Result',
  'description=Note',
].flatMap((column) => ['--column', column]);

describe('a CSV file', () => {
  test('becomes events by a map of columns; what cannot be one is told by its line and kept', async () => {
    await write('history.csv', EXPORT.replaceAll('ENTITY', entity));
    const map = ['--environment-map', 'prod* = production'];
    const { exitCode, result, stderr, files } = await backfill([
      '--from-file',
      'history.csv',
      ...COLUMNS,
      ...map,
    ]);
    expect(exitCode).toBe(1);
    expect(result).toMatchObject({
      sent: 2,
      rejected: { "Entity 'nobody' not found": 1 },
      passed: { cancelled: 1 },
      bad: 2,
      problems: [],
    });
    expect(stderr).toMatch(/line 6: timestamp 'yesterday' is not valid/);
    expect(stderr).toMatch(/line 7: status 'maybe' is not known/);
    expect(stderr).toMatch(/line 8: Entity 'nobody' not found/);
    expect(await stored()).toMatchObject([
      {
        timestamp: '2026-01-01T10:00:00.000Z',
        attributes: {
          env: 'production',
          status: 'success',
          build_commit_sha: 'a'.repeat(40),
          description: 'two\r\nlines, "quoted"',
          change_id: 'CHG1',
        },
      },
      {
        timestamp: '2026-01-02T10:00:00.000Z',
        attributes: { env: 'production', status: 'failed', description: 'größe ✓' },
      },
    ]);
    expect(files['history.bad.csv']?.split('\n')).toEqual([
      'Deployed at,Service,Stage,Result,Commit SHA,Note,Change ID',
      `yesterday,${entity},prod,success,,,`,
      `2026-01-04T10:00:00Z,${entity},prod,maybe,,,`,
      '2026-01-05T10:00:00Z,nobody,prod,success,,,',
      '',
    ]);
    expect(files['history.bad.csv.reasons']).toMatch(
      /^line 6: timestamp 'yesterday'.*\nline 7: .*\nline 8: /,
    );

    // Mended, the rows that were kept are a file like any other.
    const mended = (await read('history.bad.csv'))
      .replace('yesterday', '2026-01-03T10:00:00Z')
      .replace('maybe', 'success')
      .replace('nobody', entity);
    await write('mended.csv', mended);
    expect(await backfill(['--from-file', 'mended.csv', ...COLUMNS])).toMatchObject({
      exitCode: 0,
      result: { sent: 3 },
    });
  });

  test('needs no map where columns are named like fields, and takes another delimiter', async () => {
    await write(
      'a.csv',
      `Timestamp;env;entity_id;Change-ID;other\n2026-01-01T10:00:00Z;production;${entity};7;x\n`,
    );
    const { exitCode, stderr } = await backfill(['--from-file', 'a.csv', '--delimiter', ';']);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/note: Columns that no field is named after are left out: other/);
    expect(await stored()).toMatchObject([{ attributes: { env: 'production', change_id: '7' } }]);
  });

  test('with broken quotes goes on behind them', async () => {
    await write('a.csv', `timestamp,env\n2026-01-01T10:00:00Z,"pro"duction\n2026-01-02T10:00:00Z,staging\n`);
    const { exitCode, result, stderr } = await backfill(['--from-file', 'a.csv', '--entity-id', entity]);
    expect(exitCode).toBe(1);
    expect(result).toMatchObject({ sent: 1, bad: 1 });
    expect(stderr).toMatch(/line 2: it is not CSV/);
    expect(await stored()).toMatchObject([{ attributes: { env: 'staging' } }]);
  });

  test.each([
    ['', /a.csv is empty; its first row must name the columns/],
    ['time,env\n', /there is no column 'Deployed at'; there are time, env/],
  ])('%j cannot be used', async (text, said) => {
    await write('a.csv', text);
    const { exitCode, stderr } = await backfill([
      '--from-file',
      'a.csv',
      '--column',
      'timestamp=Deployed at',
    ]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(said);
  });
});

describe('a file of NDJSON', () => {
  const lines = [
    '{"timestamp":"2026-01-01T10:00:00Z","attributes":{"env":"production","status":"success"}}',
    '{"timestamp":"2026-01-02T10:00:00Z","attributes":{"Env":"production"}}',
    '{"when":"2026-01-03T10:00:00Z"',
    '[]',
    '{"timestamp":"2026-01-04T10:00:00Z","env":"staging","commitSha":"abc"}',
    '{"attributes":{}}',
  ];

  test('has whole events, or rows named like fields', async () => {
    await write('a.ndjson', lines.join('\n'));
    const { exitCode, result, stderr, files } = await backfill([
      '--from-file',
      'a.ndjson',
      '--entity-id',
      entity,
    ]);
    expect(exitCode).toBe(1);
    expect(result).toMatchObject({ sent: 2, bad: 4 });
    expect(stderr).toMatch(/line 2: attributes.Env: unknown attribute 'Env'; did you mean 'env'/);
    expect(stderr).toMatch(/line 3: it is not JSON/);
    expect(stderr).toMatch(/line 4: it is not a JSON object/);
    expect(stderr).toMatch(/line 6: timestamp is missing/);
    expect(files['a.bad.ndjson']).toBe(`${[lines[1], lines[2], lines[3], lines[5]].join('\n')}\n`);
    expect((await stored()).map(({ attributes }) => attributes)).toEqual([
      { env: 'production', status: 'success' },
      { env: 'staging', build_commit_sha: 'abc' },
    ]);
  });

  test('is mapped by paths', async () => {
    await write(
      'a.ndjson',
      '{"ended":{"at":"2026-01-01T10:00:00Z"},"target":{"name":"production"},"ok":"passed"}\n',
    );
    const columns = ['timestamp=ended.at', 'env=target.name', 'status=ok'].flatMap((column) => [
      '--column',
      column,
    ]);
    const { exitCode } = await backfill(['--from-file', 'a.ndjson', '--entity-id', entity, ...columns]);
    expect(exitCode).toBe(0);
    expect(await stored()).toMatchObject([{ attributes: { env: 'production', status: 'success' } }]);
  });

  test('is read on where it ended, when lines are added', async () => {
    await write('a.ndjson', `${lines[0]}\n`);
    const args = ['--from-file', 'a.ndjson', '--entity-id', entity];
    await backfill(args);
    await appendFile(join(directory, 'a.ndjson'), `${lines[4]}\n`);
    expect((await backfill(args)).result).toMatchObject({ sent: 1 });
    expect((await backfill(args)).result).toMatchObject({ sent: 0 });
    expect(await stored()).toHaveLength(2);
  });

  test('that has become another one is not read on', async () => {
    await write('a.ndjson', `${lines[0]}\n`);
    const args = ['--from-file', 'a.ndjson', '--entity-id', entity];
    await backfill(args);
    await write('a.ndjson', `${lines[4]}\n${lines[0]}\n`);
    expect(await backfill(args)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/is not the file that was read the last time; remove the cursor file/),
    });
  });

  test('since and until are the first that counts and the first that does not', async () => {
    const days = ['2026-01-01', '2026-01-02', '2026-01-03'].map(
      (day) => `{"timestamp":"${day}T00:00:00Z","env":"p"}`,
    );
    await write('a.ndjson', days.join('\n'));
    const window = ['--since', '2026-01-02', '--until', '2026-01-03T00:00:00Z'];
    const { result } = await backfill(['--from-file', 'a.ndjson', '--entity-id', entity, ...window]);
    expect(result).toMatchObject({ sent: 1, passed: { 'before --since': 1, 'not before --until': 1 } });
  });
});

describe('the cursor', () => {
  const row = '{"timestamp":"2026-01-01T10:00:00Z","env":"production"}\n';

  test('of another source or service is refused', async () => {
    await write('a.ndjson', row);
    await write('b.ndjson', row);
    const args = ['--entity-id', entity, '--cursor', 'here.json'];
    await backfill(['--from-file', 'a.ndjson', ...args]);
    expect(await backfill(['--from-file', 'b.ndjson', ...args])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(
        /--cursor: .*here.json is of file:.*a.ndjson, not of file:.*b.ndjson; remove it/,
      ),
    });
    const elsewhere = await backfill(['--from-file', 'a.ndjson', ...args], {
      MILEPOST_BASE_URL: 'http://127.0.0.1:1',
    });
    expect(elsewhere).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/is of http/) });
    await write('here.json', '{"version":1,"source":');
    expect(await backfill(['--from-file', 'a.ndjson', ...args])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/is no cursor file/),
    });
  });

  test('is used by one process at a time', async () => {
    await write('a.ndjson', row);
    const args = ['--from-file', 'a.ndjson', '--entity-id', entity];
    await emulator.fault({ match: { path: '/events', method: 'POST' }, do: { latencyMs: 1500 }, times: 1 });
    const [first, second] = await Promise.all([
      backfill(args),
      new Promise((resolve) => setTimeout(resolve, 700)).then(() => backfill(args)),
    ]);
    expect(first).toMatchObject({ exitCode: 0, result: { sent: 1 } });
    expect(second).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/another process \(\d+\) uses/),
    });
    expect(await stored()).toHaveLength(1);
  });

  test('goes on after an outage, with the same command, and nothing is stored twice', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, n) => `{"timestamp":"2026-01-01T10:00:${n + 10}Z","env":"production"}`,
    );
    await write('a.ndjson', rows.join('\n'));
    const args = ['--from-file', 'a.ndjson', '--entity-id', entity];
    // The second answer is lost after the service has stored the batch, and then it is down.
    await emulator.fault({
      match: { path: '/events', method: 'POST', nth: 2 },
      do: { reset: 'after-commit' },
    });
    await emulator.fault({
      match: { path: '/events', method: 'POST' },
      do: { status: 401, body: { message: 'no' } },
      times: 1,
    });
    const stopped = await backfill(args);
    expect(stopped).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/The same command goes on from here/),
    });
    await emulator.clearFaults();
    expect(await backfill(args)).toMatchObject({ exitCode: 0, result: { problems: [] } });
    expect(await stored()).toHaveLength(40);
  });

  test('is right after SIGINT', async () => {
    await write(
      'a.ndjson',
      Array.from({ length: 100 }, (_, n) => `{"timestamp":"2026-01-01T10:00:00Z","env":"${n}"}`).join('\n'),
    );
    const args = ['backfill', '--from-file', 'a.ndjson', '--entity-id', entity];
    const env = { MILEPOST_BASE_URL: emulator.url, MILEPOST_API_KEY: emulator.apiKey };
    await emulator.fault({ match: { path: '/events', method: 'POST' }, do: { latencyMs: 300 } });
    const started = performance.now();
    const interrupted = await runMilepost(args, {
      cwd: directory,
      env,
      interrupt: { signal: 'SIGINT', when: () => performance.now() - started > 1000 },
    });
    await emulator.clearFaults();
    expect(interrupted.exitCode).toBe(130);
    expect((await runMilepost(args, { cwd: directory, env })).exitCode).toBe(0);
    expect(await stored()).toHaveLength(100);
  });
});

describe('git tags', () => {
  test('are deployments that succeeded, by the commit that each names', async () => {
    const git = (...args: string[]) =>
      run('git', ['-C', directory, ...args], {
        env: {
          PATH: process.env['PATH'],
          HOME: directory,
          GIT_AUTHOR_NAME: 'ada',
          GIT_AUTHOR_EMAIL: 'ada@example',
          GIT_COMMITTER_NAME: 'ada',
          GIT_COMMITTER_EMAIL: 'ada@example',
          GIT_COMMITTER_DATE: '2026-01-01T10:00:00Z',
        },
      });
    await git('init', '-q');
    await git('commit', '-q', '--allow-empty', '-m', 'Carts');
    await git('tag', 'v1');
    await git('commit', '-q', '--allow-empty', '-m', 'Prices');
    await git('tag', '-a', 'v2', '-m', 'Prices for all');
    await git('tag', 'other');
    const shas = (await git('log', '--format=%H', '--reverse')).stdout.trim().split('\n');
    const args = ['--from-tags', 'v*', '--entity-id', entity, '--env', 'production'];
    expect(await backfill(args)).toMatchObject({ exitCode: 0, result: { sent: 2 } });
    expect((await stored()).map(({ timestamp, attributes }) => ({ timestamp, ...attributes }))).toEqual([
      {
        timestamp: '2026-01-01T10:00:00.000Z',
        env: 'production',
        status: 'success',
        build_commit_sha: shas[0],
        description: 'Carts',
      },
      {
        timestamp: '2026-01-01T10:00:00.000Z',
        env: 'production',
        status: 'success',
        build_commit_sha: shas[1],
        description: 'Prices for all',
        initiator: 'ada',
      },
    ]);
    await git('tag', 'v3');
    expect((await backfill(args)).result).toMatchObject({ sent: 1 });
  });
});

test('a dry run needs no service, leaves no cursor, and tells what is missing', async () => {
  await write(
    'a.csv',
    'timestamp,env\n2026-01-01T10:00:00Z,production\n2026-01-02T10:00:00Z,staging\nnever,x\n',
  );
  const end = await runMilepost(['backfill', '--from-file', 'a.csv', '--dry-run'], { cwd: directory });
  expect(end.exitCode).toBe(1);
  expect(end.stdout).toMatch(/^2 events would be sent, from 2026-01-01T10:00:00Z to 2026-01-02T10:00:00Z\n/);
  expect(end.stdout).toMatch(/environments: 1 production, 1 staging\n/);
  expect(end.stdout).toMatch(
    /missing: --entity-id in 2, --commit-sha in 2, --status in 2, --change-id in 2\n/,
  );
  expect(Object.keys(end.files)).toEqual(['a.csv']);
});
