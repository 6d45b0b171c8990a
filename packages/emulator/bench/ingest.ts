/**
 * How fast events come in: our server, as a user starts it, beside the raw limit of node:http and node:sqlite,
 * on this disk and on one whose fsyncs take 5 ms. What is measured and why: README.md.
 *
 *   npm run bench:ingest -- [--rounds 5] [--only fast|slow] [--scale 1] [--idempotency-keys]
 */
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type Contestant, compare } from './compare.ts';
import { print, printRatio, printTurns } from './report.ts';
import { startEmulator, startRawLimit } from './servers.ts';
import { straceVersion } from './slow-disk.ts';
import { fileSystemOf, makeWorkDirectory, syncCost } from './work-directory.ts';

const SYNC_DELAY_MS = 5;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    /** Factor on the number of requests. */
    scale: { type: 'string', default: '1' },
    'idempotency-keys': { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const scale = Number(values.scale);
const idempotencyKeys = values['idempotency-keys'];
const directory = makeWorkDirectory();

const ours: Contestant = { name: 'ours', start: startEmulator };
const raw: Contestant = { name: 'raw limit', start: (options) => startRawLimit(options, 'group') };
const floor: Contestant = {
  name: 'raw, sync',
  start: (options) => startRawLimit(options, 'sync'),
  part: 0.05,
};

print(`Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown CPU'}`);
print(
  `data on ${fileSystemOf(directory)} in ${directory}; an fdatasync costs ${syncCost(directory).toFixed(2)} ms`,
);
print('ours: start with its defaults (SQLite, log level info into a file), except --no-rate-limit');
print(`medians of ${rounds} rounds, each server with an empty store in each; the same requests for all`);
print(`Idempotency-Key: ${idempotencyKeys ? 'with each request' : 'none'}\n`);

if (values.only !== 'slow') {
  await contest({ events: 1, connections: 32, warmUp: 15_000, requests: 30_000, target: 0.5 });
  await contest({ events: 15, connections: 32, warmUp: 3000, requests: 6000, target: 0.7 });
}
if (values.only !== 'fast') {
  const strace = straceVersion();
  if (strace === undefined) {
    print('SKIPPED: the part with slow fsyncs needs strace, which is not on this machine');
  } else {
    print(`every fsync and fdatasync takes ${SYNC_DELAY_MS} ms longer (strace ${strace})\n`);
    const slow = { connections: 64, target: 0.9, syncDelayMs: SYNC_DELAY_MS };
    await contest({ ...slow, events: 1, warmUp: 4000, requests: 8000 });
    await contest({ ...slow, events: 15, warmUp: 1500, requests: 3000 });
  }
}

interface Contest {
  events: number;
  connections: number;
  warmUp: number;
  requests: number;
  target: number;
  syncDelayMs?: number;
}

async function contest({ target, syncDelayMs = 0, ...given }: Contest): Promise<void> {
  const { events, connections } = given;
  const load = {
    events,
    connections,
    warmUp: Math.ceil(given.warmUp * scale),
    requests: Math.ceil(given.requests * scale),
    idempotencyKeys,
  };
  print(
    `${events} event${events === 1 ? '' : 's'} a request, ${connections} connections, ` +
      `${load.requests} requests after ${load.warmUp} to warm up`,
  );
  const contestants = syncDelayMs > 0 ? [ours, raw, floor] : [ours, raw];
  const turns = await compare(contestants, { directory, rounds, load, syncDelayMs });
  printTurns(turns);
  printRatio(turns.get(ours.name) ?? [], turns.get(raw.name) ?? [], target);
}
