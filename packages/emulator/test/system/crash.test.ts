import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Postgres, query, startPostgres } from '../start-postgres.ts';
import { readEvents } from './client.ts';
import { createLedger } from './ledger.ts';
import { createRandom, type Random, seedOf } from './random.ts';
import { spawnEmulator, startEmulator } from './start-emulator.ts';
import { underLoad, verifyRound } from './under-load.ts';
import { until } from './until.ts';

const RUNS = Number(process.env['MILEPOST_CRASH_RUNS'] ?? 50);
const seed = seedOf(process.env['MILEPOST_CRASH_SEED']);

let directory: string;
let postgres: Postgres;
beforeAll(async () => {
  console.log(`crash: MILEPOST_CRASH_SEED=${seed}`);
  directory = await mkdtemp(join(tmpdir(), 'milepost-crash-'));
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

interface Place {
  args: string[];
  /** Resolves when nothing of a killed server can still reach the data. */
  settled(): Promise<void>;
}

/** Kills a server again and again on the same data. Answers its figures for the summary. */
async function killRepeatedly(place: Place, random: Random, runs: number) {
  const ledger = createLedger();
  let killedEarly = 0;
  let emulator = await startEmulator(place);
  try {
    for (let round = 0; round < runs; round++) {
      const sinceBatch = ledger.batches.size;
      const load = await underLoad(emulator, { ledger, random, round }, async () => {
        emulator.kill('SIGKILL');
        await emulator.exited;
      });
      expect(load.problems).toEqual([]);
      if (random.chance(0.2)) {
        killedEarly += 1;
        await using early = spawnEmulator(place);
        await delay(random.int(0, 700));
        early.kill('SIGKILL');
      }
      await place.settled();
      emulator = await startEmulator(place);
      expect(await verifyRound(emulator, ledger, sinceBatch, round), `round ${round}`).toEqual([]);
    }
    const events = await readEvents(emulator);
    expect(ledger.check(events)).toEqual([]);
    return { runs: runs + killedEarly, acknowledged: ledger.acknowledgedEvents(), verified: events.length };
  } finally {
    await emulator[Symbol.asyncDispose]();
  }
}

describe('after kill -9 under load', () => {
  const noneLeft = async () => {};

  it('a store that keeps nothing is found out', async () => {
    const place = { args: ['--store', 'memory:'], settled: noneLeft };
    await expect(killRepeatedly(place, createRandom(seed), 1)).rejects.toMatchObject({
      actual: expect.arrayContaining([expect.stringContaining('acknowledged, and gone')]),
    });
  });

  it(`an SQLite store has everything that was acknowledged, ${RUNS} times`, async () => {
    const args = ['--store', `sqlite:${join(directory, 'crash.sqlite')}`];
    const figures = await killRepeatedly({ args, settled: noneLeft }, createRandom(seed), RUNS);
    console.log('crash: sqlite', JSON.stringify(figures));
  });

  it(`a file store has everything that was acknowledged, ${RUNS} times`, async () => {
    const random = createRandom(seed + 1);
    const total = { runs: 0, acknowledged: 0, verified: 0 };
    // A new file now and then: every write replaces it whole.
    for (let left = RUNS; left > 0; left -= 10) {
      const args = ['--store', `file:${join(directory, `crash-${left}.json`)}`];
      const figures = await killRepeatedly({ args, settled: noneLeft }, random, Math.min(left, 10));
      total.runs += figures.runs;
      total.acknowledged += figures.acknowledged;
      total.verified += figures.verified;
    }
    console.log('crash: file', JSON.stringify(total));
  });

  it(`a PostgreSQL store has everything that was acknowledged, ${RUNS} times`, async () => {
    const url = await postgres.createDatabase();
    // What the server had sent before it died may still be committed.
    const settled = async () => {
      const others = "select 1 from pg_stat_activity where application_name = 'milepost'";
      await until('the end of old sessions', 30_000, async () => (await query(url, others)).length === 0);
    };
    const figures = await killRepeatedly({ args: ['--store', url], settled }, createRandom(seed + 2), RUNS);
    console.log('crash: postgres', JSON.stringify(figures));
  });
});
