/**
 * How fast `milepost backfill` sends 100,000 events from NDJSON to an emulator without a rate limit, beside a bare loop
 * of node:http that posts the same batches and looks at nothing. They take turns, each with an emulator of its own.
 *
 *   npm run bench:backfill -- [--events 100000] [--rounds 3]
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../../emulator/bench/statistics.ts';
import { startTestEmulator, type TestEmulator } from '../../emulator/test/start-test-emulator.fixture.ts';
import { bundle } from '../scripts/bundle.ts';

const TARGET_RATE = 3000;
const TARGET_MB = 200;
const BATCH = 15;

const { values } = parseArgs({
  options: { events: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '3' } },
});
const [count, rounds] = [Number(values.events), Number(values.rounds)];

const lines = Array.from({ length: count }, (_, index) =>
  JSON.stringify({
    type: 'event-deploy',
    timestamp: new Date(Date.parse('2020-01-01T00:00:00Z') + index * 60_000).toISOString(),
    entityId: 'checkout',
    attributes: {
      env: 'production',
      status: index % 9 === 0 ? 'failed' : 'success',
      build_commit_sha: index.toString(16).padStart(40, '0'),
      build_url: `https://ci.example/builds/${index}`,
      change_id: `CHG${index}`,
      description: `Deployment number ${index}`,
    },
  }),
);

/** Events a second, and the most memory that the program had, in MB. */
async function backfill(
  emulator: TestEmulator,
  directory: string,
  program: string,
): Promise<{ rate: number; megabytes: number }> {
  const start = performance.now();
  const child = spawn(process.execPath, [program, 'backfill', '--from-file', 'events.ndjson', '--json'], {
    cwd: directory,
    env: { PATH: process.env['PATH'], MILEPOST_BASE_URL: emulator.url, MILEPOST_API_KEY: emulator.apiKey },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  let kilobytes = 0;
  const watch = setInterval(async () => {
    kilobytes = Math.max(kilobytes, await residentOf(child.pid));
  }, 50);
  await new Promise((resolve) => child.once('close', resolve));
  clearInterval(watch);
  const seconds = (performance.now() - start) / 1000;
  const { sent } = JSON.parse(stdout);
  if (sent !== count) throw new Error(`${sent} of ${count} were sent`);
  return { rate: count / seconds, megabytes: kilobytes / 1024 };
}

/** VmHWM: the peak so far. */
async function residentOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
}

/** Events a second of the bare loop. */
async function rawLimit(emulator: TestEmulator): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const start = performance.now();
  for (let at = 0; at < count; at += BATCH) {
    const body = `{"events":[${lines.slice(at, at + BATCH).join(',')}]}`;
    await new Promise<void>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': emulator.apiKey };
      const post = request(`${emulator.url}/events`, { method: 'POST', agent, headers }, (response) => {
        if (response.statusCode !== 201) reject(new Error(`${response.statusCode}`));
        response.resume().once('end', resolve);
      });
      post.once('error', reject).end(body);
    });
  }
  agent.destroy();
  return count / ((performance.now() - start) / 1000);
}

const raw: number[] = [];
const ours: number[] = [];
let megabytes = 0;
for (let round = 0; round < rounds; round++) {
  const directory = await mkdtemp(join(tmpdir(), 'milepost-bench-'));
  const program = join(directory, 'milepost.cjs');
  await bundle(program);
  await writeFile(join(directory, 'events.ndjson'), `${lines.join('\n')}\n`);
  {
    await using emulator = await startTestEmulator();
    raw.push(await rawLimit(emulator));
  }
  {
    await using emulator = await startTestEmulator();
    const result = await backfill(emulator, directory, program);
    ours.push(result.rate);
    megabytes = Math.max(megabytes, result.megabytes);
  }
  await rm(directory, { recursive: true });
}
const [limit, rate] = [median(raw), median(ours)];
console.log(
  `Node ${process.version}; ${count} events in batches of ${BATCH}, ${rounds} rounds in turns, medians\n`,
);
console.log(`  bare loop          ${limit.toFixed(0).padStart(8)} events/s`);
console.log(
  `  milepost backfill  ${rate.toFixed(0).padStart(8)} events/s, ${(rate / limit).toFixed(2)} of it`,
);
console.log(`\n  target ${TARGET_RATE} events/s: ${rate >= TARGET_RATE ? 'met' : 'NOT met'}`);
console.log(
  `  peak memory ${megabytes.toFixed(0)} MB, target ${TARGET_MB}: ${megabytes < TARGET_MB ? 'met' : 'NOT met'}`,
);
