import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../start-postgres.ts';
import { createBatch } from './batch.ts';
import { postEvents, readEvents, request } from './client.ts';
import { createLedger } from './ledger.ts';
import { startLoad } from './load.ts';
import { createRandom, seedOf } from './random.ts';
import { openRaw, postHead } from './raw-connection.ts';
import { type Emulator, startEmulator } from './start-emulator.ts';
import { until, within } from './until.ts';

const seed = seedOf(process.env['MILEPOST_SHUTDOWN_SEED']);
/** The promise, in milliseconds. */
const STOP_LIMIT = 10_000;

let directory: string;
beforeAll(async () => {
  console.log(`shutdown: MILEPOST_SHUTDOWN_SEED=${seed}`);
  directory = await mkdtemp(join(tmpdir(), 'milepost-shutdown-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

function sqlite(name: string): string[] {
  return ['--store', `sqlite:${join(directory, `${name}.sqlite`)}`];
}

/** Resolves once the server takes no new connection. */
async function untilRefused(emulator: Emulator): Promise<void> {
  await until('a connection refused', 5000, async () => {
    const connection = await openRaw(emulator.url).catch(() => undefined);
    connection?.socket.destroy();
    return connection === undefined;
  });
}

/** A POST /events whose body comes in two halves. */
async function slowUpload(emulator: Emulator) {
  const batch = createBatch(createRandom(seed), 0);
  const middle = Math.floor(batch.body.length / 3);
  const connection = await openRaw(emulator.url);
  connection.write(postHead(emulator.apiKey, Buffer.byteLength(batch.body)) + batch.body.slice(0, middle));
  return { ...connection, batch, finish: () => connection.write(batch.body.slice(middle)) };
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  it('lets requests in flight finish, takes no new ones, and ends with exit code 0', async () => {
    const args = sqlite(`finish-${signal}`);
    const ledger = createLedger();
    {
      await using emulator = await startEmulator({ args });
      const uploads = await Promise.all(Array.from({ length: 5 }, () => slowUpload(emulator)));
      const idle = await Promise.all(Array.from({ length: 5 }, () => openRaw(emulator.url)));
      for (const connection of idle) connection.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
      await until('keep-alive', 5000, () => idle.every(({ received }) => received().includes('200 OK')));
      emulator.kill(signal);
      await untilRefused(emulator);
      for (const { finish } of uploads) finish();
      const { code } = await within('the stop', STOP_LIMIT, emulator.exited);
      expect(code).toBe(0);
      for (const { batch, received } of uploads) {
        expect(received()).toMatch(/^HTTP\/1.1 201 Created\r\n/);
        ledger.add(batch);
        const [, body = ''] = received().split('\r\n\r\n');
        expect(ledger.acknowledge(batch, body)).toEqual([]);
      }
      expect(emulator.stdout().trim().split('\n')).toHaveLength(1);
    }
    await using again = await startEmulator({ args });
    // The same batch five times, without a key or with: each answer names what it stored.
    const stored = new Set((await readEvents(again)).map(({ id }) => id));
    const promised = [...ledger.batches.values()].flatMap(({ acknowledged = [] }) => acknowledged);
    expect(promised.filter(({ id }) => !stored.has(id))).toEqual([]);
  });

  it('ends within 10 s though a client never finishes its upload, and under load loses nothing', async () => {
    const args = sqlite(`load-${signal}`);
    const ledger = createLedger();
    {
      await using emulator = await startEmulator({ args });
      await slowUpload(emulator);
      const silent = await openRaw(emulator.url);
      const load = startLoad(emulator, { ledger, random: createRandom(seed), round: 0, connections: 16 });
      await until('acknowledgements', 30_000, () => load.acknowledged() > 50);
      emulator.kill(signal);
      const { code } = await within('the stop', STOP_LIMIT, emulator.exited);
      expect(code).toBe(0);
      await silent.closed;
      await load.stop();
      expect(load.problems).toEqual([]);
    }
    await using again = await startEmulator({ args });
    expect(ledger.check(await readEvents(again))).toEqual([]);
  });
});

it('a PostgreSQL that does not answer does not keep the server', async () => {
  await using postgres = await startPostgres();
  await using emulator = await startEmulator({ args: ['--store', await postgres.createDatabase()] });
  await postEvents(emulator, createBatch(createRandom(seed), 0));
  await postgres.freeze();
  const lost = postEvents(emulator, createBatch(createRandom(seed), 1)).then(
    ({ status }) => status,
    () => 'cut off',
  );
  // What is answered later was asked later: the event is waiting for the database by now.
  for (let asked = 0; asked < 10; asked++) await request(emulator, '/livez');
  emulator.kill('SIGTERM');
  const { code } = await within('the stop', STOP_LIMIT, emulator.exited);
  expect(code).toBe(0);
  expect(['cut off', 503]).toContain(await lost);
});

describe('a second signal', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('%s ends the server at once', async (signal) => {
    await using emulator = await startEmulator({ args: sqlite(`twice-${signal}`) });
    await slowUpload(emulator);
    emulator.kill(signal);
    await untilRefused(emulator);
    emulator.kill(signal);
    await within('the end', 2000, emulator.exited);
  });
});
