import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startPostgres } from '../start-postgres.ts';
import { readEvents } from './client.ts';
import { fillAndClear, statusOf } from './fill-disk.ts';
import { createLedger } from './ledger.ts';
import { sendAgain, startLoad } from './load.ts';
import { createRandom, seedOf } from './random.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { mustBeUp, startEmulator, stopEmulator } from './start-emulator.ts';
import { until } from './until.ts';

const seed = seedOf(process.env['MILEPOST_DISK_SEED']);
/** Bytes that are left when the disk counts as full: none, some pages, some requests. */
const LEFT = [0, 10_000, 60_000];

/** Fills and clears the disk several times; then restarts, and holds all that is there against the ledger. */
async function survivesFullDisk(disk: SmallDisk, store: string) {
  const options = { args: ['--store', store], prefix: disk.prefix };
  const random = createRandom(seed);
  const ledger = createLedger();
  let unavailable = 0;
  {
    await using emulator = await startEmulator(options);
    for (const [round, left] of LEFT.entries()) {
      unavailable += await fillAndClear(emulator, disk, left, { ledger, random, round });
    }
    expect(await stopEmulator(emulator)).toBe(0);
  }
  await using again = await startEmulator(options);
  const events = await readEvents(again);
  expect(ledger.check(events)).toEqual([]);
  return {
    fills: LEFT.length,
    unavailable,
    acknowledged: ledger.acknowledgedEvents(),
    verified: events.length,
  };
}

beforeAll(() => console.log(`full disk: MILEPOST_DISK_SEED=${seed}`));

async function smallDisk(megabytes: number): Promise<SmallDisk> {
  const disk = await mountSmallDisk(megabytes);
  onTestFinished(() => disk[Symbol.dispose]());
  return disk;
}

describe('a full disk', () => {
  it('under an SQLite store loses nothing that was acknowledged, and heals', async () => {
    const disk = await smallDisk(16);
    const figures = await survivesFullDisk(disk, `sqlite:${join(disk.path, 'data', 'a.sqlite')}`);
    console.log('full disk: sqlite', JSON.stringify(figures));
  });

  it('under a file store loses nothing that was acknowledged, and heals', async () => {
    const disk = await smallDisk(16);
    const figures = await survivesFullDisk(disk, `file:${join(disk.path, 'data', 'b.json')}`);
    console.log('full disk: file', JSON.stringify(figures));
  });

  it('under PostgreSQL loses nothing that was acknowledged, and heals once PostgreSQL is started again', async () => {
    const disk = await smallDisk(128);
    // Its own user must be able to enter; the namespace of another user it cannot.
    if (disk.prefix.length > 0) return console.warn('full disk: PostgreSQL NOT TESTED, it needs root here');
    await using postgres = await startPostgres({
      directory: join(disk.path, 'postgres'),
      initdbFlags: ['--wal-segsize=1'],
      settings: { max_wal_size: '4MB', min_wal_size: '2MB', restart_after_crash: 'on' },
    });
    const context = { ledger: createLedger(), random: createRandom(seed), round: 0 };
    await using emulator = await startEmulator({ args: ['--store', await postgres.createDatabase()] });
    const load = startLoad(emulator, { ...context, connections: 8 });
    await until('acknowledgements', 30_000, () => load.acknowledged() > 5);
    disk.fill(0);
    await until('answers of 503', 60_000, () => {
      mustBeUp(emulator);
      return load.unavailable() > 50;
    });
    expect(await statusOf(emulator, '/livez')).toBe(200);
    await until('/readyz 503', 15_000, async () => (await statusOf(emulator, '/readyz')) === 503);
    disk.clear();
    // Without room for its log PostgreSQL ends itself, and may or may not have come back.
    await postgres.stop();
    await postgres.start();
    const before = load.acknowledged();
    await until('acknowledgements again', 30_000, () => load.acknowledged() > before + 5);
    await load.stop();
    expect(load.problems).toEqual([]);
    expect(load.broken()).toBe(0);
    expect(await sendAgain(emulator, context.ledger, [...context.ledger.batches.values()])).toEqual([]);
    const events = await readEvents(emulator);
    expect(context.ledger.check(events)).toEqual([]);
    const acknowledged = context.ledger.acknowledgedEvents();
    console.log('full disk: postgres', JSON.stringify({ acknowledged, verified: events.length }));
  });
});
