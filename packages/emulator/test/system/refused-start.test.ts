import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Postgres, query, startPostgres } from '../start-postgres.ts';
import { spawnEmulator, startEmulator, stopEmulator } from './start-emulator.ts';
import { within } from './until.ts';

const NEWER = '9999-from-the-future';

let directory: string;
let postgres: Postgres;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'milepost-refused-'));
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

/** The one line on standard error with which the start ends. */
async function refusal(args: string[]): Promise<string> {
  await using emulator = spawnEmulator({ args });
  const { code } = await within('the end', 20_000, emulator.exited);
  const lines = emulator.stderr().trimEnd().split('\n');
  expect(lines, 'one line').toHaveLength(1);
  expect(code).toBe(1);
  expect(emulator.stdout()).toBe('');
  return lines[0] ?? '';
}

/** Lets the emulator make a store. */
async function created(store: string): Promise<void> {
  await using emulator = await startEmulator({ args: ['--store', store] });
  expect(await stopEmulator(emulator)).toBe(0);
}

describe('the start is refused with one line on standard error and exit code 1', () => {
  it('when the port is in use', async () => {
    await using first = await startEmulator({ args: ['--store', 'memory:'] });
    const { port } = new URL(first.url);
    expect(await refusal(['--store', 'memory:', '--port', port])).toMatch(/in use/);
    expect(await refusal(['--data-dir', directory, '--port', port])).toMatch(port);
  });

  it('when the data directory cannot be written', async () => {
    const inTheWay = join(directory, 'a-file');
    await writeFile(inTheWay, '');
    expect(await refusal(['--data-dir', join(inTheWay, 'data')])).toContain(inTheWay);
    expect(await refusal(['--store', `file:${join(inTheWay, 'b.json')}`])).toContain(inTheWay);
    // A read-only one, even for root.
    expect(await refusal(['--data-dir', '/sys/milepost'])).toContain('/sys/milepost');
  });

  it('when a newer version wrote the SQLite store', async () => {
    const path = join(directory, 'newer.sqlite');
    await created(`sqlite:${path}`);
    const database = new DatabaseSync(path);
    database.prepare('insert into kysely_migration (name, timestamp) values (?, ?)').run(NEWER, '2999-01-01');
    database.close();
    expect(await refusal(['--store', `sqlite:${path}`])).toMatch(/newer.*9999-from-the-future/);
  });

  it('when a newer version wrote the file store', async () => {
    const path = join(directory, 'newer.json');
    await created(`file:${path}`);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/"milepostFormat": \d+/, '"milepostFormat": 99'));
    expect(await refusal(['--store', `file:${path}`])).toMatch(/newer.*99/);
    expect(await readFile(path, 'utf8')).toContain('"milepostFormat": 99');
  });

  it('when a newer version wrote the PostgreSQL store', async () => {
    const url = await postgres.createDatabase();
    await created(url);
    await query(url, 'insert into kysely_migration (name, timestamp) values ($1, $2)', [NEWER, '2999-01-01']);
    expect(await refusal(['--store', url])).toMatch(/newer.*9999-from-the-future/);
  });

  it('when PostgreSQL cannot be reached, without its password', async () => {
    const line = await refusal(['--store', 'postgres://milepost:very-secret@127.0.0.1:1/milepost']);
    expect(line).toContain('127.0.0.1:1');
    expect(line).not.toContain('very-secret');
  });

  it.each(['sqlite', 'file'])('when another server has the %s store', async (engine) => {
    const store = `${engine}:${join(directory, `shared-${engine}.json`)}`;
    await using first = await startEmulator({ args: ['--store', store] });
    expect(await refusal(['--store', store])).toMatch(/in use/);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    expect(await stopEmulator(first)).toBe(0);
    await created(store);
  });
});
