import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wait } from './run-cli.fixture.ts';

const BIN = fileURLToPath(new URL('../bin/milepost-emulator.js', import.meta.url));
const run = promisify(execFile);

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'milepost-import-'));
  await using emulator = await start();
  expect(emulator.stdout()).toContain('ready');
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const start = () =>
  wait(BIN, ['start', '--port', '0', '--json', '--data-dir', 'data'], { cwd: directory, env: {} });

async function importFile(name: string, text: string, ...flags: string[]) {
  await writeFile(join(directory, name), text);
  return cli(name, ...flags);
}

async function cli(...args: string[]) {
  const options = { cwd: directory, env: { PATH: process.env['PATH'] ?? '' } };
  const all = [BIN, 'incidents', 'import', ...args, '--data-dir', 'data'];
  try {
    return { code: 0, ...(await run(process.execPath, all, options)) };
  } catch (error) {
    const { code, stdout, stderr } = Object.assign({ code: -1, stdout: '', stderr: '' }, error);
    return { code, stdout, stderr };
  }
}

it('imports beside a running server, and tells each bad row by its line', async () => {
  const text = `title,externalSystem,externalIncidentNumber,severity,changeId,affectedEntityIds
Nobody can pay,jira,OPS-1,P1,CHG-1,checkout;payments
Slow,jira,OPS-2,P9,,
Gone,jira,OPS-3,,,nowhere
Slow again,jira,OPS-4,,,
`;
  await using emulator = await start();
  const { url, apiKey } = JSON.parse(emulator.stdout());

  const dry = await importFile('incidents.csv', text, '--dry-run');
  expect(dry).toMatchObject({ code: 1, stdout: 'Would be: 2 created, 0 updated, 0 unchanged, 2 bad\n' });
  const first = await cli('incidents.csv');
  expect(first).toMatchObject({ code: 1, stdout: '2 created, 0 updated, 0 unchanged, 2 bad\n' });
  expect(first.stderr.trim().split('\n')).toEqual([
    expect.stringContaining("line 3: severity 'P9' is not an allowed value"),
    "line 4: affectedEntityIds[0] Entity 'nowhere' not found",
  ]);

  const page = await fetch(`${url}/incidents?changeId=CHG-1`, { headers: { 'x-api-key': apiKey } });
  expect(await page.json()).toMatchObject({
    items: [{ title: 'Nobody can pay', externalIncidentNumber: 'OPS-1', severity: 'P1' }],
  });
});

it('changes nothing the second time, and says so in JSON', async () => {
  const text = '{"title":"x","externalSystem":"pager","externalIncidentNumber":"1"}\n{"title":"y"}\n';
  expect((await importFile('incidents.ndjson', text)).code).toBe(0);
  const { code, stdout } = await cli('incidents.ndjson', '--json');
  expect([code, JSON.parse(stdout)]).toEqual([0, { created: 0, updated: 0, unchanged: 2, bad: 0 }]);
});

it.each([
  [['none.csv'], 1, 'none.csv: ENOENT'],
  [[], 2, 'file'],
  [['incidents.csv', '--account', 'x'], 2, '--account'],
  [['incidents.csv', '--store', 'memory:'], 2, 'memory:'],
])('%j ends with %i and one line', async (args, code, named) => {
  const result = await cli(...args);
  expect([result.code, result.stdout]).toEqual([code, '']);
  expect(result.stderr.trim().split('\n')).toHaveLength(1);
  expect(result.stderr).toContain(named);
});
