import { millisecondsInDay } from 'date-fns/constants';
import { HttpError } from '../http/http-errors.ts';
import { createTurns } from '../take-turns.ts';
import type { AccountClocks } from './account-clocks.ts';
import type { ClockMode } from './control-clock.ts';

/** What happens at midnight. */
export interface Midnights {
  /**
   * Does the work of a UTC midnight, at which the clock stands meanwhile; rejects when it fails.
   *
   * @param options.readsRepos of a move over several midnights only the first reads the repositories: no time passes
   *   for them in between.
   * @param options.accountId whose clock moves; undefined for the shared one.
   */
  runAt(instant: number, options: { readsRepos: boolean; accountId?: string | undefined }): Promise<void>;
  /** The same for accounts whose own clocks were taken along when the shared one moved. */
  catchUp(): Promise<void>;
}

/** Where the clock is to go. */
export interface ClockMove {
  /** Midnights up to then are run. Asked again and again, since the machine's time does not wait for them. */
  target(): number;
  /** Sets the clock, after the last of them. */
  arrive(): void;
}

/** Where the clock is then. */
export interface ClockMoved {
  mode: ClockMode;
  now: number;
  /** How many midnights were run. */
  midnights: number;
}

export interface MoveClockDeps {
  clocks: AccountClocks;
  midnights: Midnights;
  /** Aborted when the server stops. */
  stopping: AbortSignal;
}

/**
 * Makes the one way to set the shared clock, or that of an account. On its way forward it stands at every UTC midnight until the work of that one
 * is done; when one fails, it stays there and what was thrown is thrown on. Backward it goes at once.
 *
 * Moves happen one after the other. Each begins with `plan`, which sees the clock as the one before has left it, and
 * throws when there is to be no move.
 */
export function createClockMover(
  deps: MoveClockDeps,
): (accountId: string | undefined, plan: () => ClockMove) => Promise<ClockMoved> {
  const inTurn = createTurns();
  return (accountId, plan) => inTurn(accountId ?? 'shared', async () => move(deps, accountId, plan()));
}

async function move(
  { clocks, midnights, stopping }: MoveClockDeps,
  accountId: string | undefined,
  { target, arrive }: ClockMove,
): Promise<ClockMoved> {
  const clock = accountId === undefined ? clocks.shared : clocks.controlOf(accountId);
  const start = clock.now();
  let ran = 0;
  for (let next = midnightAfter(clock.now()); next <= target(); next += millisecondsInDay) {
    refuseToGoOn(stopping);
    clock.hold(next);
    try {
      await midnights.runAt(next, { readsRepos: ran === 0, accountId });
    } finally {
      // It stood there for this one only; a move that ends here leaves a clock that runs on.
      clock.moveTo(next);
    }
    ran += 1;
  }
  arrive();
  if (accountId === undefined && clock.now() > start) await midnights.catchUp();
  return { mode: clock.mode, now: clock.now(), midnights: ran };
}

function midnightAfter(instant: number): number {
  return (Math.floor(instant / millisecondsInDay) + 1) * millisecondsInDay;
}

/** Years of midnights must not outlast the store. */
function refuseToGoOn(stopping: AbortSignal): void {
  if (!stopping.aborted) return;
  throw new HttpError(503, 'The service is stopping; the clock did not get where it was to go.', {
    headers: { 'Retry-After': '5' },
  });
}
