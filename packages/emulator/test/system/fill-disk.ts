import { expect } from 'vitest';
import { createBatch } from './batch.ts';
import { type Answer, postEvents, readEvents, request } from './client.ts';
import type { Ledger } from './ledger.ts';
import { sendAgain, startLoad } from './load.ts';
import type { Random } from './random.ts';
import type { SmallDisk } from './small-disk.ts';
import { type Emulator, mustBeUp } from './start-emulator.ts';
import { until } from './until.ts';

/** The status of a GET. */
export async function statusOf(emulator: Emulator, path: string): Promise<number> {
  mustBeUp(emulator);
  return (await request(emulator, path)).status;
}

/** Posts a batch, and notes it unless it was refused: what is answered with 503 must not be there later. */
async function post(emulator: Emulator, { ledger, random, round }: Context): Promise<Answer> {
  mustBeUp(emulator);
  const batch = createBatch(random, round);
  const answer = await postEvents(emulator, batch);
  if (answer.status === 503) return answer;
  ledger.add(batch);
  expect(answer.status, answer.text).toBe(201);
  expect(ledger.acknowledge(batch, answer.text)).toEqual([]);
  return answer;
}

interface Context {
  ledger: Ledger;
  random: Random;
  round: number;
}

/** What must hold while no write is possible. */
async function expectOnlyReads(emulator: Emulator, context: Context): Promise<void> {
  // A small batch may still find a place in a file that has grown before.
  const { headers, text } = await until('a POST that is refused', 30_000, async () => {
    const answer = await post(emulator, context);
    return answer.status === 503 && answer;
  });
  expect(JSON.parse(text)).toEqual({ message: expect.any(String) });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(context.ledger.check(await readEvents(emulator)), 'while the disk is full').toEqual([]);
  expect(await statusOf(emulator, '/livez')).toBe(200);
  await until('/readyz 503', 15_000, async () => (await statusOf(emulator, '/readyz')) === 503);
}

/** Puts the server under load, fills the disk, and clears it again. Answers how many requests were refused. */
export async function fillAndClear(
  emulator: Emulator,
  disk: SmallDisk,
  left: number,
  context: Context,
): Promise<number> {
  const load = startLoad(emulator, { ...context, connections: 8 });
  const untilLoad = (what: string, ready: () => boolean) =>
    until(what, 30_000, () => {
      mustBeUp(emulator);
      return ready() || load.problems.length > 0;
    });
  await untilLoad('acknowledgements', () => load.acknowledged() > 5);
  disk.fill(left);
  await untilLoad('answers of 503', () => load.unavailable() > 20);
  await load.stop();
  expect(load.problems, `with ${left} bytes left`).toEqual([]);
  disk.fill(0);
  await expectOnlyReads(emulator, context);
  disk.clear();
  expect((await post(emulator, context)).status, 'with room again').toBe(201);
  await until('/readyz 200', 15_000, async () => (await statusOf(emulator, '/readyz')) === 200);
  expect(await sendAgain(emulator, context.ledger, [...context.ledger.batches.values()])).toEqual([]);
  return load.unavailable();
}
