import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { startChild } from './child.ts';

/** A server under load. */
export interface MeasuredServer {
  pid: number;
  port: number;
  apiKey: string;
  /** Events in its store. */
  storedEvents(): Promise<number>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** A directory of its own for data and log. */
  directory: string;
  /** A command in front of the server's, such as strace's. */
  under?: readonly string[];
}

export const emulatorProgram = fileURLToPath(new URL('../bin/milepost-emulator.js', import.meta.url));
const rawProgram = fileURLToPath(new URL('./raw-limit-server.ts', import.meta.url));

/** Both get it: the raw limit has to parse a header, too, if it does not look at it. */
const WELL_KNOWN_API_KEY = 'mp_emulator_00000000000000000000000000000000';

/**
 * Starts our server as a user does, with its defaults, logging among them (into a file); only the rate limits
 * are off, which would end every load after 100 requests.
 */
export async function startEmulator(
  { directory, under = [] }: ServerOptions,
  flags: readonly string[] = [],
  program = emulatorProgram,
): Promise<MeasuredServer> {
  mkdirSync(directory, { recursive: true });
  const command = [process.execPath, program, 'start', '--port', '0', '--json', '--no-rate-limit'];
  const child = startChild([...under, ...command, '--data-dir', join(directory, 'data'), ...flags], {
    stderrFile: join(directory, 'log'),
  });
  const ready: { url: string; apiKey: string } = JSON.parse(await child.firstLine);
  return {
    pid: child.pid,
    port: Number(new URL(ready.url).port),
    apiKey: ready.apiKey,
    stop: child.stop,
    storedEvents: async () => (await getEvents(ready, 'limit=1')).pageInfo.itemCount,
  };
}

export interface EventsPage {
  items: unknown[];
  pageInfo: { itemCount: number; endCursor?: string };
}

/** One page of GET /events. */
export async function getEvents(server: { url: string; apiKey: string }, query: string): Promise<EventsPage> {
  const response = await fetch(`${server.url}/events?${query}`, { headers: { 'x-api-key': server.apiKey } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`GET /events answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** Starts the raw limit. `sync` is the floor: each request pays its own fsync. */
export async function startRawLimit(
  { directory, under = [] }: ServerOptions,
  mode: 'group' | 'sync',
): Promise<MeasuredServer> {
  mkdirSync(directory, { recursive: true });
  const child = startChild([...under, process.execPath, rawProgram, mode, directory], {
    stderrFile: join(directory, 'log'),
  });
  return {
    pid: child.pid,
    port: Number(await child.firstLine),
    apiKey: WELL_KNOWN_API_KEY,
    stop: child.stop,
    async storedEvents() {
      const db = new DatabaseSync(join(directory, 'raw.db'), { readOnly: true });
      const count = Number(db.prepare('SELECT count(*) AS events FROM event').get()?.['events']);
      db.close();
      return count;
    },
  };
}
