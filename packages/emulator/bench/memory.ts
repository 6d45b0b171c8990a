/**
 * Whether the server's memory grows with what it stores: its resident memory while events come in, and after
 * it has been read deep (README.md).
 *
 *   npm run bench:memory -- [--events 1000000] [--store sqlite|postgres]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/start-postgres.ts';
import { runLoad } from './load.ts';
import { residentMebibytes } from './process-usage.ts';
import { readDeep } from './read-deep.ts';
import { print } from './report.ts';
import { startEmulator } from './servers.ts';
import { slope } from './statistics.ts';
import { fileSystemOf, makeWorkDirectory } from './work-directory.ts';

const STEP = 100_000;
const BATCH = 15;
/** Before that, V8 and SQLite still grow to their working size. */
const SETTLED = 2 * STEP;

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    store: { type: 'string', default: 'sqlite' },
  },
});
if (values.store !== 'sqlite' && values.store !== 'postgres')
  throw new Error('--store is sqlite or postgres');

const directory = makeWorkDirectory();
const postgres = values.store === 'postgres' ? await startPostgres() : undefined;
try {
  const server = await startEmulator(
    { directory: join(directory, 'server') },
    postgres && ['--store', await postgres.createDatabase()],
  );
  try {
    print(
      `Node ${process.version}, ${values.store} on ${fileSystemOf(directory)}, batches of ${BATCH}, 32 connections\n`,
    );
    const points = [{ x: 0, y: residentMebibytes(server.pid) }];
    show('0 events', points[0]?.y);
    let sent = 0;
    while (sent < Number(values.events)) {
      const load = { connections: 32, events: BATCH, warmUp: 0, requests: Math.ceil(STEP / BATCH) };
      const { acknowledgedEvents, requestsPerSecond } = await runLoad(server, load);
      sent += acknowledgedEvents;
      points.push({ x: sent, y: residentMebibytes(server.pid) });
      show(
        `${sent.toLocaleString('en')} events`,
        points.at(-1)?.y,
        `${requestsPerSecond.toFixed(0)} requests/s`,
      );
    }
    const settled = points.filter(({ x }) => x >= SETTLED);
    if (settled.length > 2) {
      const growth = slope(settled) * STEP;
      print(
        `\n  growth after the first ${SETTLED.toLocaleString('en')}: ${growth.toFixed(2)} MiB per 100,000 events\n`,
      );
    }
    await readDeep(server, (what) => show(what, residentMebibytes(server.pid)));
    const stored = await server.storedEvents();
    if (stored !== sent) throw new Error(`${sent} events acknowledged, but ${stored} stored`);
  } finally {
    await server.stop();
  }
} finally {
  await postgres?.[Symbol.asyncDispose]();
}

function show(what: string, resident: number | undefined, note = ''): void {
  print(`  ${what.padEnd(44)}${(resident ?? Number.NaN).toFixed(1).padStart(8)} MiB   ${note}`);
}
