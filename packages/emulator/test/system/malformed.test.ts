import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Postgres, startPostgres } from '../start-postgres.ts';
import { parseAnswer, postEvents, request, type Target } from './client.ts';
import { answerProblem } from './malformed/check-answer.ts';
import { createRequest, type RawRequest } from './malformed/create-request.ts';
import type { Credentials } from './malformed/headers.ts';
import { createRawClient } from './malformed/raw-client.ts';
import { measurable, openMemoryProbe } from './memory-probe.ts';
import { seedOf } from './random.ts';
import { type Emulator, mustBeUp, startEmulator, stopEmulator } from './start-emulator.ts';

const REQUESTS = Number(process.env['MILEPOST_MALFORMED_REQUESTS'] ?? 20_000);
/** To send one request again alone: its seed and its number. */
const seed = seedOf(process.env['MILEPOST_MALFORMED_SEED']);
const only = process.env['MILEPOST_MALFORMED_ONLY'];
const CONNECTIONS = 24;
/** What the second half may leave behind, once the first has warmed everything up: its few events, not its requests. */
const LIVE_SLACK = 8e6;
const RESIDENT_SLACK = 64e6;
/** A run that finds so many wrong answers need not go on. */
const ENOUGH_PROBLEMS = 20;

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

/** A sound event must be accepted and found, whatever came before. */
async function expectService(target: Target): Promise<void> {
  const events = [{ type: 'event-deploy', attributes: { env: 'production' } }];
  const answer = await postEvents(target, { body: JSON.stringify({ events }), idempotencyKey: undefined });
  expect(answer.status, answer.text).toBe(201);
  const [stored] = parseAnswer(answer.text).success;
  const found = await request(target, `/events/${stored?.id}`);
  expect(JSON.parse(found.text)).toEqual(stored);
}

function describeRequest(engine: string, index: number, { bytes, then }: RawRequest): string {
  const again = `MILEPOST_MALFORMED_SEED=${seed} MILEPOST_MALFORMED_ONLY=${index}`;
  return `${engine}, ${again}, ${bytes.length} bytes, then ${then}: ${JSON.stringify(bytes.toString('latin1').slice(0, 2000))}`;
}

/** Sends the requests of these numbers on many connections; answers everything that was wrong, and the slowest. */
async function bombard(
  emulator: Emulator,
  engine: string,
  credentials: Credentials,
  numbers: Iterator<number>,
) {
  const problems: string[] = [];
  const statuses: number[] = [];
  let slowest = 0;

  async function sendOne(client: ReturnType<typeof createRawClient>, index: number): Promise<void> {
    const request = createRequest(seed, index, credentials);
    const before = performance.now();
    try {
      for (const answer of await client.send(request)) {
        statuses.push(answer.status);
        const problem = answerProblem(answer, request.method, request.path);
        if (problem)
          problems.push(
            `${problem}: ${answer.body.toString().slice(0, 300)}\n${describeRequest(engine, index, request)}`,
          );
      }
    } catch (error) {
      problems.push(`${error}\n${describeRequest(engine, index, request)}`);
    }
    slowest = Math.max(slowest, performance.now() - before);
    if (index % 500 === 499) await expectService(emulator);
  }

  async function work(): Promise<void> {
    const client = createRawClient(emulator.url);
    for (let next = numbers.next(); !next.done && problems.length < ENOUGH_PROBLEMS; next = numbers.next()) {
      await sendOne(client, next.value);
    }
    client.close();
  }

  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  mustBeUp(emulator);
  return { problems, statuses, slowest };
}

function inMegabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}

function countStatuses(statuses: readonly number[]): Record<string, number> {
  const byStatus = Map.groupBy(statuses.toSorted(), (status) => String(status));
  return Object.fromEntries([...byStatus].map(([status, all]) => [status, all.length]));
}

function* range(from: number, to: number): Generator<number, undefined> {
  for (let index = from; index < to; index++) yield index;
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
    await using emulator = await startEmulator({
      args: ['--store', await store(), '--log-level', 'error'],
      env: measurable,
    });
    const credentials = await credentialsOf(emulator);
    if (only !== undefined) {
      const again = await bombard(emulator, engine, credentials, range(Number(only), Number(only) + 1));
      expect(again.problems).toEqual([]);
      return;
    }
    using probe = await openMemoryProbe(emulator);
    const before = await probe.measure();
    const first = await bombard(emulator, engine, credentials, range(0, REQUESTS / 2));
    expect(first.problems).toEqual([]);
    const between = await probe.measure();
    const second = await bombard(emulator, engine, credentials, range(REQUESTS / 2, REQUESTS));
    expect(second.problems).toEqual([]);
    await expectService(emulator);
    const after = await probe.measure();
    const memory = [before, between, after].map(({ live, resident }) => `${inMegabytes(live)} of ${inMegabytes(resident)}`);
    const statuses = countStatuses([...first.statuses, ...second.statuses]);
    const seconds = Math.round((performance.now() - started) / 1000);
    const slowest = Math.round(Math.max(first.slowest, second.slowest));
    console.log(`malformed: ${engine}`, JSON.stringify({ requests: REQUESTS, seconds, slowest, memory, statuses }));
    expect(after.live, 'live bytes').toBeLessThan(between.live + LIVE_SLACK);
    expect(after.resident, 'resident bytes').toBeLessThan(between.resident + RESIDENT_SLACK);
    expect(await stopEmulator(emulator)).toBe(0);
  });
});
