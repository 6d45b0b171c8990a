import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StoreLocation } from '../../src/config.ts';
import { startChild } from '../child.ts';
import { startEmulator } from '../servers.ts';
import { measureRequests, type RequestFigures } from './measure-requests.ts';
import type { RawRead } from './raw-read.ts';
import type { Task, TasksAnswer } from './run-tasks.ts';
import { planWorld, type WorldOptions } from './world.ts';

/** What was found with one number of deployments. */
export interface SizeFigures extends Required<TasksAnswer> {
  size: number;
  /** Of SQLite only. */
  raw?: RawRead;
  /** The database with all that is in it, in MB (10^6 bytes); of SQLite only. */
  fileMegabytes?: number;
  /** Not of the memory store, which ends with its process. */
  requests?: RequestFigures;
}

export interface SizeOptions {
  engine: 'sqlite' | 'postgres' | 'memory';
  /** A directory of its own. */
  directory: string;
  /** Creates an empty PostgreSQL database and answers its URL. */
  createDatabase(): Promise<string>;
}

const tasksProgram = fileURLToPath(new URL('./run-tasks.ts', import.meta.url));
const rawProgram = fileURLToPath(new URL('./raw-read.ts', import.meta.url));

/** Fills a store, calculates, adds a day, calculates again, and asks a server that has that store. */
export async function measureSize(world: WorldOptions, options: SizeOptions): Promise<SizeFigures> {
  const size = world.deployments;
  if (options.engine === 'memory') {
    const tasks: Task[] = ['fill', 'full', 'next-day', 'nightly'];
    return { size, ...complete(await runTasks({ engine: 'memory' }, world, tasks)) };
  }
  const { location, flags, file } = await makePlace(options);
  const answer: TasksAnswer = {};
  // Each in a new process, which begins with no memory of the one before.
  for (const task of ['fill', 'full'] as const)
    Object.assign(answer, await runTasks(location, world, [task]));
  const raw = file === undefined ? undefined : await ask<RawRead>([process.execPath, rawProgram, file]);
  for (const task of ['next-day', 'nightly'] as const) {
    Object.assign(answer, await runTasks(location, world, [task]));
  }
  const server = await startEmulator({ directory: options.directory }, flags);
  try {
    const entity = planWorld(world).entities[0]?.shortId ?? '';
    const requests = await measureRequests(server, { to: world.lastDay + 1, entity });
    const ofFile = file !== undefined && { fileMegabytes: statSync(file).size / 1e6 };
    return { size, ...complete(answer), ...(raw && { raw }), ...ofFile, requests };
  } finally {
    await server.stop();
  }
}

interface Place {
  location: StoreLocation;
  /** For the server. */
  flags: string[];
  file?: string;
}

async function makePlace({ engine, directory, createDatabase }: SizeOptions): Promise<Place> {
  if (engine === 'postgres') {
    const url = await createDatabase();
    return { location: { engine: 'postgres', url }, flags: ['--store', url] };
  }
  const data = join(directory, 'data');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const path = join(data, 'milepost.sqlite');
  return { location: { engine: 'sqlite', path }, flags: [], file: path };
}

function runTasks(location: StoreLocation, world: WorldOptions, tasks: Task[]): Promise<TasksAnswer> {
  // @milepost/shared is taken from its sources, as the server takes it.
  return ask([
    process.execPath,
    '--conditions=milepost-source',
    tasksProgram,
    JSON.stringify({ location, world, tasks }),
  ]);
}

async function ask<T>(command: readonly string[]): Promise<T> {
  const child = startChild(command);
  const line = await child.firstLine;
  await child.ended();
  return JSON.parse(line);
}

function complete({ filled, full, nextDay, nightly }: TasksAnswer): Required<TasksAnswer> {
  if (!filled || !full || !nextDay || !nightly) throw new Error('a task has not been run');
  return { filled, full, nextDay, nightly };
}
