import { clearTimeout, setTimeout } from 'node:timers';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';

export interface ScheduleDeps {
  /** Before the first time; it may fail. */
  tidyUp(): Promise<void>;
  /** Does what is due, if anything is. */
  runDue(): Promise<void>;
  clock: Clock;
  log: Logger;
}

/** Midnight is looked for so often at least: the machine may sleep, and the clock be set. */
const LONGEST_WAIT = millisecondsInMinute;

/** Looks at once, and from then on at every midnight UTC, whether something is due. */
export function startSchedule({ tidyUp, runDue, clock, log }: ScheduleDeps): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function check(): Promise<void> {
    await runDue().catch((err: unknown) => log.error({ err }, 'the metrics could not be calculated'));
    if (isStopped) return;
    const untilMidnight = millisecondsInDay - (clock.now() % millisecondsInDay);
    timer = setTimeout(next, Math.min(untilMidnight + 1, LONGEST_WAIT)).unref();
  }

  let checking = tidyUp()
    .catch((err: unknown) => log.warn({ err }, 'old mirrors are still there'))
    .then(check);

  function next(): void {
    checking = check();
  }

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await checking;
    },
  };
}
