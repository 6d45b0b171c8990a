import type { Clocks } from '../clock.ts';
import { type ControlClock, createControlClock } from './control-clock.ts';

/** Whose clock: an account's, or undefined for the shared one. */
export type ClockOwner = string | undefined;

/** The clocks of an emulator: one for all, and beside it those that tests have set for their accounts. */
export interface AccountClocks extends Clocks {
  readonly shared: ControlClock;
  /**
   * The clock of one account, to be set. It goes by the shared one as its system, so that both `system` and
   * `offset` follow when that is moved. Of undefined, the shared one itself.
   */
  controlOf(owner: ClockOwner): ControlClock;
  /** The earliest that any of them shows. */
  earliest(): number;
  /** The accounts that do not go by the shared clock. */
  owners(): string[];
  /** Lets the account go by the shared clock again. */
  forget(accountId: string): void;
  /** The same for all of them. */
  forgetAll(): void;
}

export function createAccountClocks(shared: ControlClock): AccountClocks {
  const own = new Map<string, ControlClock>();
  return {
    shared,
    of(accountId) {
      const clock = own.get(accountId);
      return clock && clock.mode !== 'system' ? clock : shared;
    },
    controlOf(owner) {
      if (owner === undefined) return shared;
      const clock = own.get(owner) ?? createControlClock(shared);
      own.set(owner, clock);
      return clock;
    },
    earliest: () => Math.min(shared.now(), ...Array.from(own.values(), (clock) => clock.now())),
    owners: () => [...own.keys()].filter((accountId) => own.get(accountId)?.mode !== 'system'),
    forget: (accountId) => void own.delete(accountId),
    forgetAll: () => own.clear(),
  };
}
