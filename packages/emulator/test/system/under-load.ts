import { setTimeout as delay } from 'node:timers/promises';
import { dayOf } from './batch.ts';
import { readEvents } from './client.ts';
import type { Ledger } from './ledger.ts';
import { type Load, sendAgain, startLoad } from './load.ts';
import type { Random } from './random.ts';
import type { Emulator } from './start-emulator.ts';
import { until } from './until.ts';

export const CONNECTIONS = 32;

/** Puts the server under load, and calls `strike` at a random moment after the first acknowledgements. */
export async function underLoad(
  emulator: Emulator,
  context: { ledger: Ledger; random: Random; round: number },
  strike: (load: Load) => Promise<void>,
): Promise<Load> {
  const load = startLoad(emulator, { ...context, connections: CONNECTIONS });
  const enough = context.random.int(1, 50);
  await until('acknowledgements', 30_000, () => load.acknowledged() >= enough || load.problems.length > 0);
  await delay(context.random.int(0, 80));
  await strike(load);
  await load.stop();
  return load;
}

/** Everything wrong with what the server shows of this round, before and after all lost requests are sent again. */
export async function verifyRound(
  emulator: Emulator,
  ledger: Ledger,
  sinceBatch: number,
  round: number,
): Promise<string[]> {
  const sent = [...ledger.batches.values()].slice(sinceBatch);
  const found = ledger.check(await readEvents(emulator, dayOf(round)), sent);
  const again = await sendAgain(emulator, ledger, sent);
  return [...found, ...again, ...ledger.check(await readEvents(emulator, dayOf(round)), sent)];
}
