import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Postgres, query, startPostgres } from '../start-postgres.ts';
import { createBatch } from './batch.ts';
import { postEvents, readEvents, request } from './client.ts';
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

  it('the server does not claim that nothing was stored when it went away during the commit', async () => {
    const url = await postgres.createDatabase();
    await using emulator = await startEmulator({ args: ['--store', url] });
    const batch = { ...createBatch(createRandom(seed), 0), idempotencyKey: 'during-the-commit' };
    // Commits wait for a standby that does not exist: stored, and not yet answered.
    await query(url, "alter system set synchronous_standby_names = 'nobody'");
    await query(url, 'select pg_reload_conf()');
    const answer = postEvents(emulator, batch);
    const waiting =
      "select 1 from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'milepost'";
    await until('a commit that waits', 30_000, async () => (await query(url, waiting)).length > 0);
    await postgres.kill();
    const { status, text } = await answer;
    expect(status).toBe(503);
    expect(text).toContain('not known whether');
    await postgres.start();
    await query(url, 'alter system reset synchronous_standby_names');
    await query(url, 'select pg_reload_conf()');
    const again = await until('the answer, again', 30_000, async () => {
      const second = await postEvents(emulator, batch);
      return second.status !== 503 && second;
    });
    expect(again.status, again.text).toBe(201);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await readEvents(emulator)).toHaveLength(batch.attributes.length);
  });
});
