import { join } from 'node:path';
import { type Load, type LoadResult, runLoad } from './load.ts';
import { cpuMicros } from './process-usage.ts';
import type { MeasuredServer, ServerOptions } from './servers.ts';
import { slowDisk } from './slow-disk.ts';

/** One of the servers that take turns. */
export interface Contestant {
  name: string;
  start(options: ServerOptions): Promise<MeasuredServer>;
  /** Of this load it gets that part, when it would take too long with all of it; 1 by default. */
  part?: number;
}

export interface ContestOptions {
  directory: string;
  rounds: number;
  load: Load;
  /** Delay of every fsync; 0 for the disk as it is. */
  syncDelayMs: number;
}

export interface Turn extends LoadResult {
  /** Requests that shared one fsync on the average; undefined when they were not counted. */
  requestsPerSync: number | undefined;
  /** CPU time of the server, warm-up included; of strace when it runs under it. */
  serverMicrosPerRequest: number;
}

/**
 * Lets the contestants take turns, ABAB…, so that a drift of the machine meets them alike. For each turn a
 * server starts with an empty store: what a store holds makes it slower, and not each alike.
 *
 * @returns the turns of each contestant, in order.
 */
export async function compare(
  contestants: readonly Contestant[],
  options: ContestOptions,
): Promise<Map<string, Turn[]>> {
  const turns = new Map<string, Turn[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < options.rounds; round++) {
    for (const contestant of contestants) {
      turns.get(contestant.name)?.push(await takeTurn(contestant, round, options));
      process.stderr.write('.');
    }
  }
  process.stderr.write('\n');
  return turns;
}

async function takeTurn(
  { name, start, part = 1 }: Contestant,
  round: number,
  { directory, load, syncDelayMs }: ContestOptions,
): Promise<Turn> {
  const place = join(directory, `${load.events}-${syncDelayMs}-${round}-${name.replaceAll(' ', '-')}`);
  const slow = syncDelayMs > 0 ? slowDisk(`${place}.strace`, syncDelayMs) : undefined;
  const server = await start({ directory: place, under: slow?.under ?? [] });
  try {
    const warmUp = Math.ceil(load.warmUp * part);
    const requests = Math.ceil(load.requests * part);
    const before = slow?.delayedSyncs() ?? 0;
    const cpuBefore = cpuMicros(server.pid);
    const result = await runLoad(server, { ...load, warmUp, requests });
    const serverMicrosPerRequest = (cpuMicros(server.pid) - cpuBefore) / (warmUp + requests);
    const syncs = slow && slow.delayedSyncs() - before;
    if (syncs === 0) throw new Error(`${name}: no fsync was delayed`);
    const stored = await server.storedEvents();
    if (stored !== result.acknowledgedEvents) {
      throw new Error(`${name}: ${result.acknowledgedEvents} events acknowledged, but ${stored} stored`);
    }
    const requestsPerSync = syncs && (warmUp + requests) / syncs;
    return { ...result, requestsPerSync, serverMicrosPerRequest };
  } finally {
    await server.stop();
  }
}
