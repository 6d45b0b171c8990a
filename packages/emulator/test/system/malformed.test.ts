import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Postgres, startPostgres } from '../start-postgres.ts';
import { request } from './client.ts';
import { bombard, expectService, type Outcome } from './malformed/bombard.ts';
import type { Credentials } from './malformed/headers.ts';
import { type Memory, measurable, openMemoryProbe } from './memory-probe.ts';
import { seedOf } from './random.ts';
import { type Emulator, startEmulator, stopEmulator } from './start-emulator.ts';

const REQUESTS = Number(process.env['MILEPOST_MALFORMED_REQUESTS'] ?? 20_000);
const seed = seedOf(process.env['MILEPOST_MALFORMED_SEED']);
/** The number of a request that is to be sent again, alone. */
const only = process.env['MILEPOST_MALFORMED_ONLY'];
/** What the second half may leave behind, once the first has warmed everything up: its few events, no requests. */
const LIVE_SLACK = 8e6;
const RESIDENT_SLACK = 100e6;

let directory: string;
let postgres: Postgres;
beforeAll(async () => {
  console.log(`malformed: MILEPOST_MALFORMED_SEED=${seed}`);
  directory = await mkdtemp(join(tmpdir(), 'milepost-malformed-'));
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

async function credentialsOf(emulator: Emulator): Promise<Credentials> {
  const body = JSON.stringify({
    grant_type: 'password',
    username: 'dev@milepost.local',
    password: 'milepost',
    client_id: 'milepost-cli',
  });
  const headers = { 'content-type': 'application/json' };
  const { text } = await request(emulator, '/oauth/token', { method: 'POST', headers, body });
  return { apiKey: emulator.apiKey, bearer: JSON.parse(text).access_token };
}

/** The figures of a run, for its summary line. */
function figures(outcomes: readonly Outcome[], memory: readonly Memory[], started: number) {
  const statuses = Map.groupBy(outcomes.flatMap(({ statuses }) => statuses).toSorted(), String);
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  return {
    requests: REQUESTS,
    seconds: Math.round((performance.now() - started) / 1000),
    slowestMs: Math.round(Math.max(...outcomes.map(({ slowest }) => slowest))),
    liveOfResidentMb: memory.map(({ live, resident }) => `${megabytes(live)}/${megabytes(resident)}`),
    statuses: Object.fromEntries([...statuses].map(([status, all]) => [status, all.length])),
  };
}

describe(`${REQUESTS} malformed requests`, () => {
  const stores: [engine: string, store: () => Promise<string> | string][] = [
    ['memory', () => 'memory:'],
    ['file', () => `file:${join(directory, 'malformed.json')}`],
    ['sqlite', () => `sqlite:${join(directory, 'malformed.sqlite')}`],
    ['postgres', () => postgres.createDatabase()],
  ];

  it.each(stores)('do no harm on the %s store', async (engine, store) => {
    const started = performance.now();
    const args = ['--store', await store(), '--log-level', 'error'];
    await using emulator = await startEmulator({ args, env: measurable });
    const credentials = await credentialsOf(emulator);
    const send = async (from: number, to: number): Promise<Outcome> => {
      const outcome = await bombard(emulator, { seed, credentials, from, to });
      expect(outcome.problems, engine).toEqual([]);
      return outcome;
    };
    if (only !== undefined) return void (await send(Number(only), Number(only) + 1));

    {
      // Node does not end while its inspector is in use.
      using probe = await openMemoryProbe(emulator);
      const before = await probe.measure();
      const first = await send(0, REQUESTS / 2);
      const between = await probe.measure();
      const second = await send(REQUESTS / 2, REQUESTS);
      await expectService(emulator);
      const after = await probe.measure();
      const summary = figures([first, second], [before, between, after], started);
      console.log(`malformed: ${engine}`, JSON.stringify(summary));
      expect(after.live, 'live bytes').toBeLessThan(between.live + LIVE_SLACK);
      expect(after.resident, 'resident bytes').toBeLessThan(between.resident + RESIDENT_SLACK);
    }
    expect(await stopEmulator(emulator)).toBe(0);
  });
});
