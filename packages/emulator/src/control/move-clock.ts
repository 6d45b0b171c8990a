import { millisecondsInDay } from 'date-fns/constants';
import { HttpError } from '../http/http-errors.ts';
import { createTurns } from '../take-turns.ts';
import type { AccountClocks, ClockOwner } from './account-clocks.ts';
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
 * The one way to set the shared clock, or that of an account. Moves of one clock happen one after the other; those of
 * different ones do not wait for each other.
 */
export interface ClockMover {
  /**
   * On its way forward the clock stands at every UTC midnight until the work of that one is done; when one fails, it
   * stays there and what was thrown is thrown on. Backward it goes at once.
   *
   * @param plan sees the clock as the move before has left it, and throws when there is to be no move.
   */
  move(owner: ClockOwner, plan: () => ClockMove): Promise<ClockMoved>;
  /** Ends the moves of these clocks, those that wait included, and does something before the next ones. */
  halt<Result>(owners: readonly ClockOwner[], work: () => Promise<Result>): Promise<Result>;
}

export function createClockMover({ clocks, midnights, stopping }: MoveClockDeps): ClockMover {
  const inTurn = createTurns();
  /** How many wait for moves of the clock to end, or do something meanwhile. */
  const halts = new Map<ClockOwner, number>();

  async function move(owner: ClockOwner, { target, arrive }: ClockMove): Promise<ClockMoved> {
    const clock = clocks.controlOf(owner);
    const start = clock.now();
    let ran = 0;
    for (let next = midnightAfter(clock.now()); next <= target(); next += millisecondsInDay) {
      refuseToGoOn(owner);
      clock.hold(next);
      try {
        await midnights.runAt(next, { readsRepos: ran === 0, accountId: owner });
      } finally {
        // It stood there for this one only; a move that ends here leaves a clock that runs on.
        clock.moveTo(next);
      }
      ran += 1;
    }
    refuseToGoOn(owner);
    arrive();
    if (owner === undefined && clock.now() > start) await midnights.catchUp();
    return { mode: clock.mode, now: clock.now(), midnights: ran };
  }

  /** Years of midnights must not outlast the store, nor go on after a reset. */
  function refuseToGoOn(owner: ClockOwner): void {
    if (stopping.aborted) {
      throw new HttpError(503, 'The service is stopping; the clock did not get where it was to go.', {
        headers: { 'Retry-After': '5' },
      });
    }
    if (!halts.has(owner)) return;
    throw new HttpError(
      503,
      'A reset, a restore or a removal came meanwhile; the clock did not get where it was to go.',
    );
  }

  async function inTurns<Result>(
    owners: readonly ClockOwner[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    const [first, ...others] = owners;
    return owners.length === 0 ? work() : inTurn(first ?? SHARED, () => inTurns(others, work));
  }

  function release(owners: readonly ClockOwner[]): void {
    for (const owner of owners) {
      const left = (halts.get(owner) ?? 1) - 1;
      if (left === 0) halts.delete(owner);
      else halts.set(owner, left);
    }
  }

  return {
    move: (owner, plan) => inTurn(owner ?? SHARED, async () => move(owner, plan())),

    async halt(owners, work) {
      for (const owner of owners) halts.set(owner, (halts.get(owner) ?? 0) + 1);
      // In one order, so that two of them never wait for each other.
      return inTurns(owners.toSorted(), async () => {
        try {
          return await work();
        } finally {
          // Before the turns end: what was asked for after this may move again.
          release(owners);
        }
      });
    },
  };
}

/** No account has this id. */
const SHARED = 'shared';

function midnightAfter(instant: number): number {
  return (Math.floor(instant / millisecondsInDay) + 1) * millisecondsInDay;
}
