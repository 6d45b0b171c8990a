import type { Seed } from '../seed/seed.schema.ts';
import type { ClockSetting } from './control-clock.ts';

/** What an account is to be when it is reset, beside what every account begins with. */
export interface Beginning {
  seed: Seed | undefined;
  clock: ClockSetting;
}

/** Of the accounts of an emulator, in memory: after a restart, those made for tests begin without a seed. */
export interface Beginnings {
  of(accountId: string): Beginning;
  set(accountId: string, beginning: Beginning): void;
  forget(accountId: string): void;
}

const PLAIN: Beginning = { seed: undefined, clock: { mode: 'system' } };

export function createBeginnings(): Beginnings {
  const beginnings = new Map<string, Beginning>();
  return {
    of: (accountId) => beginnings.get(accountId) ?? PLAIN,
    set: (accountId, beginning) => void beginnings.set(accountId, beginning),
    forget: (accountId) => void beginnings.delete(accountId),
  };
}
