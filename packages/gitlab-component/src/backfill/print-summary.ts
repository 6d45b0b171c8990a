import type { Problem } from '@milepost/shared/client';
import { harmless, sentenceOf } from '@milepost/shared/report';
import type { Machine } from '../machine.ts';
import { nameFlag } from '../name-flag.ts';
import type { TerminalLog } from '../terminal-log.ts';
import { listOf, sum, type Tally } from './tally.ts';

/** What a backfill did. */
export interface Summary {
  tally: Tally;
  problems: readonly Problem[];
  seconds: number;
  badRows: string | undefined;
}

/** Prints what a backfill did, for a person or as one JSON object. */
export function printSummary(
  { tally, problems, seconds, badRows }: Summary,
  { print }: Machine,
  log: TerminalLog,
  json: boolean,
): void {
  const { sent, rejected, passed, waiting, bad } = tally;
  const reasons = problems.map((problem) => sentenceOf(problem, nameFlag));
  const eventsPerSecond = seconds > 0 ? Math.round(sent / seconds) : sent;
  if (json) {
    const counts = {
      sent,
      rejected: Object.fromEntries(rejected),
      passed: Object.fromEntries(passed),
      waiting,
      bad,
    };
    print(JSON.stringify({ ...counts, badRows, problems: reasons, seconds, eventsPerSecond }));
  } else {
    print(`${sent} events sent in ${Math.round(seconds * 10) / 10} s (${eventsPerSecond} a second)`);
    if (sum(rejected) > 0) print(`rejected by the service: ${harmless(listOf(rejected))}`);
    if (sum(passed) > 0) print(`passed over: ${listOf(passed)}`);
    if (waiting > 0) print(`not ended yet, to be asked for the next time: ${waiting}`);
    if (bad > 0) print(`bad rows: ${bad}`);
    if (badRows !== undefined) print(`What could not be sent is in ${badRows}, why in ${badRows}.reasons`);
  }
  if (problems.length > 0) log.error(`Stopped: ${reasons.join('; ')}. The same command goes on from here.`);
}
