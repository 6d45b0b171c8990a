/**
 * What a test waits for: the start of an emulator in its process, a year of midnights, an account, a reset, a
 * snapshot; each beside a raw limit of the same run (README.md).
 *
 *   npm run bench:emulator -- [--rounds 5]
 */
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { type Emulator, startEmulator } from '../src/index.ts';
import { print } from './report.ts';
import { median } from './statistics.ts';
import { fileSystemOf, makeWorkDirectory, syncCost } from './work-directory.ts';

const BEGIN = '2027-01-01T09:00:00Z';
const DAYS = 365;
const DEPLOYMENTS = 1000;
const START_TARGET_MS = 150;
const YEAR_TARGET_MS = 5000;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
const directory = makeWorkDirectory();

const times = new Map<string, number[]>();
async function time<Result>(name: string, work: () => PromiseLike<Result>): Promise<Result> {
  const before = performance.now();
  const result = await work();
  times.set(name, [...(times.get(name) ?? []), performance.now() - before]);
  return result;
}

for (let round = 0; round < rounds; round++) {
  await time('an empty server of node:http', startRaw);
  await time('startEmulator', async () => (await startEmulator()).stop());
  await startOfProcess();
  await yearOf('memory', 'memory');
  await yearOf('SQLite', `sqlite:${join(directory, `year-${round}.sqlite`)}`);
  await time('raw: a transaction on disk for each midnight', async () => rawMidnights(round));
  await testOf();
}

print(
  `Node ${process.version}; SQLite on ${fileSystemOf(directory)}, an fdatasync there ${syncCost(directory).toFixed(2)} ms; ${rounds} rounds, in milliseconds\n`,
);
print(`  ${''.padEnd(46)}${['median', 'min', 'max'].map((head) => head.padStart(9)).join('')}`);
for (const [name, all] of times) {
  const figures = [median(all), Math.min(...all), Math.max(...all)];
  print(
    `  ${name.padEnd(46)}${figures.map((figure) => figure.toFixed(1).padStart(9)).join('')}${verdict(name, median(all))}`,
  );
}

async function startRaw(): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await new Promise((resolve) => server.close(resolve));
}

/** In a new process, the first of it, with all that has to be loaded. */
async function startOfProcess(): Promise<void> {
  const module = new URL('../src/index.ts', import.meta.url).href;
  const script = `const before = performance.now();
    const { startEmulator } = await import(${JSON.stringify(module)});
    const loaded = performance.now();
    const emulator = await startEmulator();
    console.log(JSON.stringify([loaded - before, performance.now() - loaded]));
    await emulator.stop();`;
  const text = execFileSync(
    process.execPath,
    ['--conditions=milepost-source', '--input-type=module', '--eval', script],
    {
      encoding: 'utf8',
    },
  );
  const [loading = Number.NaN, starting = Number.NaN]: number[] = JSON.parse(text);
  times.set('first import in a process', [...(times.get('first import in a process') ?? []), loading]);
  times.set('first startEmulator in a process', [
    ...(times.get('first startEmulator in a process') ?? []),
    starting,
  ]);
}

async function yearOf(name: string, store: string): Promise<void> {
  await using emulator = await startEmulator({ store, clock: BEGIN, rateLimits: null });
  const events = Array.from({ length: DEPLOYMENTS }, (_, n) => deployment((n * DAYS) / DEPLOYMENTS));
  for (let start = 0; start < events.length; start += 15)
    await send(emulator, events.slice(start, start + 15));
  await time(`a year with ${DEPLOYMENTS} deployments, ${name}`, () =>
    emulator.clock.advance({ to: '2028-01-01T09:00:00Z' }),
  );
  const metrics = JSON.stringify(await emulator.api.get('/dora', { from: '2027-01-01', to: '2027-12-31' }));
  if (!metrics.includes('"calculatedThrough":"2027-12-31"'))
    throw new Error(`the year is not calculated: ${metrics.slice(0, 300)}`);
}

function deployment(day: number): object {
  const timestamp = new Date(Date.parse(BEGIN) + day * 86_400_000).toISOString();
  return {
    type: 'event-deploy',
    entityId: 'checkout',
    timestamp,
    attributes: { env: 'production', status: 'success' },
  };
}

async function send({ url, apiKey }: Pick<Emulator, 'url' | 'apiKey'>, events: object[]): Promise<void> {
  const answer = await fetch(`${url}/events`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  });
  if (answer.status !== 201) throw new Error(`POST /events: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** What no calculation can do without: a row for each midnight, on disk, and the deployments read once. */
function rawMidnights(round: number): void {
  const db = new DatabaseSync(join(directory, `raw-${round}.sqlite`));
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table runs (day integer primary key, body text)',
  );
  const insert = db.prepare('insert into runs values (?, ?)');
  for (let day = 0; day < DAYS; day++) insert.run(day, 'x'.repeat(200));
  db.close();
}

/** What a test does around itself, in an emulator that other tests use, too. */
async function testOf(): Promise<void> {
  await using emulator = await startEmulator({ rateLimits: null });
  const account = await time('an account for a test', () => emulator.account());
  for (let n = 0; n < 10; n++)
    await send(
      account,
      Array.from({ length: 15 }, (_, day) => deployment(day)),
    );
  const snapshot = await time('a snapshot of 150 events', () => account.snapshot());
  await time('its restore', () => account.restore(snapshot));
  await time('a reset', () => account.reset());
  await time('a look into the journal', () => account.requests.count());
  await time('the account’s removal', () => account[Symbol.asyncDispose]());
}

function verdict(name: string, figure: number): string {
  const target =
    name === 'startEmulator' || name.startsWith('first start')
      ? START_TARGET_MS
      : name.startsWith('a year')
        ? YEAR_TARGET_MS
        : undefined;
  return target === undefined ? '' : `   target ${target}: ${figure < target ? 'met' : 'NOT met'}`;
}
