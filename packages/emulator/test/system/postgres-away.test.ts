import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Postgres, startPostgres } from '../start-postgres.ts';
import { readEvents, request } from './client.ts';
import { createLedger } from './ledger.ts';
import { createRandom, seedOf } from './random.ts';
import { mustBeUp, startEmulator } from './start-emulator.ts';
import { CONNECTIONS, underLoad, verifyRound } from './under-load.ts';
import { until } from './until.ts';

/** Half of them kill PostgreSQL, half of them stop it in order. */
const ROUNDS = Math.max(2, Math.ceil(Number(process.env['MILEPOST_CRASH_RUNS'] ?? 50) / 10));
const seed = seedOf(process.env['MILEPOST_CRASH_SEED']);

let postgres: Postgres;
beforeAll(async () => {
  console.log(`postgres away: MILEPOST_CRASH_SEED=${seed}`);
  postgres = await startPostgres();
});
afterAll(() => postgres?.[Symbol.asyncDispose]());

describe('when PostgreSQL goes away under load', () => {
  it(`the server answers 503 and recovers by itself, ${ROUNDS} times`, async () => {
    const random = createRandom(seed);
    const ledger = createLedger();
    await using emulator = await startEmulator({ args: ['--store', await postgres.createDatabase()] });
    const untilUp = (what: string, ask: () => Promise<boolean> | boolean) =>
      until(what, 30_000, () => {
        mustBeUp(emulator);
        return ask();
      });
    const answers = async (path: string, status: number) => (await request(emulator, path)).status === status;
    for (let round = 0; round < ROUNDS; round++) {
      const sinceBatch = ledger.batches.size;
      const load = await underLoad(emulator, { ledger, random, round }, async (load) => {
        await (round % 2 === 0 ? postgres.kill() : postgres.stop());
        await untilUp('answers of 503', () => load.unavailable() >= CONNECTIONS);
        expect(await answers('/livez', 200)).toBe(true);
        await untilUp('/readyz 503', () => answers('/readyz', 503));
        const before = load.acknowledged();
        await postgres.start();
        await untilUp('recovery', () => load.acknowledged() >= before + CONNECTIONS);
      });
      await untilUp('/readyz 200', () => answers('/readyz', 200));
      expect(load.problems).toEqual([]);
      expect(load.broken(), 'connections that the server broke').toBe(0);
      expect(await verifyRound(emulator, ledger, sinceBatch, round), `round ${round}`).toEqual([]);
    }
    const events = await readEvents(emulator);
    expect(ledger.check(events)).toEqual([]);
    const figures = { rounds: ROUNDS, acknowledged: ledger.acknowledgedEvents(), verified: events.length };
    console.log('postgres away:', JSON.stringify(figures));
  });
});
