import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Batch, createBatch } from './batch.ts';
import { parseAnswer, postEvents, type Target } from './client.ts';
import { answeredIds, type DurableAt, durableInFile, durableInSqlite, earlyAnswers } from './durable-at.ts';
import { createRandom, seedOf } from './random.ts';
import { startEmulator, stopEmulator } from './start-emulator.ts';
import { hasStrace, parseTrace, type SystemCall, straceCommand } from './strace.ts';
import { until } from './until.ts';

const seed = seedOf(process.env['MILEPOST_DURABILITY_SEED']);
const traceable = hasStrace();
if (!traceable) {
  console.warn(
    '\n!!! durability: NOT TESTED, there is no strace here (apt-get install strace; .ci/run does) !!!\n',
  );
}

let directory: string;
beforeAll(async () => {
  console.log(`durability: MILEPOST_DURABILITY_SEED=${seed}`);
  directory = await mkdtemp(join(tmpdir(), 'milepost-durability-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Posts and answers the ids that were acknowledged. */
async function post(target: Target, batch: Batch): Promise<string[]> {
  const { status, text } = await postEvents(target, batch);
  expect(status, text).toBe(201);
  return parseAnswer(text).success.map(({ id }) => id);
}

/** Sequential requests, then many at once; all ids that were acknowledged. */
async function sendAll(target: Target, sequential: number, concurrent: number): Promise<string[]> {
  const random = createRandom(seed);
  const ids: string[] = [];
  for (let sent = 0; sent < sequential; sent++) ids.push(...(await post(target, createBatch(random, 0))));
  const connections = Array.from({ length: 16 }, async () => {
    for (let sent = 0; sent < concurrent; sent++) ids.push(...(await post(target, createBatch(random, 0))));
  });
  await Promise.all(connections);
  return ids;
}

/** Runs a server under strace, sends to it, stops it, and answers the trace. */
async function traced(
  name: string,
  options: { args: string[]; program?: string },
  send: (target: Target) => Promise<string[]>,
): Promise<{ trace: string; ids: string[] }> {
  const output = join(directory, `${name}.trace`);
  await using server = await startEmulator({ ...options, prefix: straceCommand(output) });
  const ids = await send(server).catch((cause: unknown) => {
    throw new Error(`the log ends with ${server.stderr().slice(-3000)}`, { cause });
  });
  expect(await stopEmulator(server)).toBe(0);
  // strace ends a little later than what it traced.
  const trace = await until('the end of the trace', 30_000, async () => {
    const text = await readFile(output, 'latin1');
    return new RegExp(`^${server.pid} +\\+\\+\\+ exited`, 'm').test(text) && text;
  });
  return { trace, ids };
}

function expectAllDurable(name: string, calls: SystemCall[], ids: string[], durable: DurableAt): void {
  const answered = new Set(answeredIds(calls).map(({ id }) => id));
  expect(
    ids.filter((id) => !answered.has(id)),
    'acknowledged, but not in the trace',
  ).toEqual([]);
  expect(earlyAnswers(calls, durable)).toEqual([]);
  const flushes = calls.filter((call) => /^f(data)?sync$/.test(call.name)).length;
  console.log(`durability: ${name}`, JSON.stringify({ events: ids.length, flushes, calls: calls.length }));
}

/** The trace as it would be without the lines that match. */
function without(trace: string, pattern: RegExp): SystemCall[] {
  return parseTrace(
    trace
      .split('\n')
      .filter((line) => !pattern.test(line))
      .join('\n'),
  );
}

describe.runIf(traceable)('no 201 leaves before its events are on disk', () => {
  it('on an SQLite store', async () => {
    const path = join(directory, 'data', 'a.sqlite');
    const args = ['--store', `sqlite:${path}`];
    const { trace, ids } = await traced('sqlite', { args }, (target) => sendAll(target, 40, 12));
    const calls = parseTrace(trace);
    expectAllDurable('sqlite', calls, ids, durableInSqlite(calls, path));
    const firstAnswer = answeredIds(calls)[0]?.begin ?? 0;
    const names = calls.filter(
      ({ name, file, end }) => name === 'fsync' && file === join(directory, 'data') && end < firstAnswer,
    );
    expect(
      names.length,
      'the directory was flushed, so that the names of the files are on disk',
    ).toBeGreaterThan(0);

    // The same trace, had the log never been flushed, or each flush failed.
    const unflushed = without(trace, /fsync\(\d+<[^>]*-wal>|fsync resumed/);
    expect(earlyAnswers(unflushed, durableInSqlite(unflushed, path))).toHaveLength(ids.length);
    const failed = parseTrace(trace.replaceAll(/(fsync\(.*-wal>.*|fsync resumed.*) = 0/g, '$1 = -1 EIO'));
    expect(earlyAnswers(failed, durableInSqlite(failed, path))).toHaveLength(ids.length);
  });

  it('on a file store', async () => {
    const path = join(directory, 'data', 'b.json');
    const args = ['--store', `file:${path}`];
    const { trace, ids } = await traced('file', { args }, (target) => sendAll(target, 20, 6));
    const calls = parseTrace(trace);
    expectAllDurable('file', calls, ids, durableInFile(calls, path));
  });
});

describe.runIf(traceable)('a server that answers too early is found out', () => {
  const program = fileURLToPath(new URL('./careless-server.ts', import.meta.url));

  async function violations(leftOut: string): Promise<number> {
    const path = join(directory, `careless-${leftOut}`, 'c.json');
    const args = ['--store', `file:${path}`, '--leave-out', leftOut];
    const { trace, ids } = await traced(`careless-${leftOut}`, { args, program }, async (target) => {
      const sent: string[] = [];
      for (let count = 0; count < 5; count++)
        sent.push(...(await post(target, createBatch(createRandom(seed), 0))));
      return sent;
    });
    const calls = parseTrace(trace);
    expect(answeredIds(calls)).toHaveLength(ids.length);
    return earlyAnswers(calls, durableInFile(calls, path)).length;
  }

  it.each([
    ['nothing', 0],
    ['flush', 5],
    ['wait', 5],
    ['rename', 5],
    ['directory', 5],
  ])('when it leaves out: %s', async (leftOut, expected) => {
    expect(await violations(leftOut)).toBe(expected);
  });
});
