/** What a check found. Not yet redacted: whoever shows it does that. */
export interface Finding {
  /** `failed`: nothing can be reported like this. `warning`: it can, but not all that it could be. */
  state: 'ok' | 'warning' | 'failed' | 'skipped';
  /** A sentence for a person, without its full stop. */
  found: string;
  /** What to do about it: sentences. */
  remedy?: string;
}

/** What a check found, with the check's name. */
export interface Check extends Finding {
  name: CheckName;
}

/** In the order in which they are made. */
export const CHECK_NAMES = [
  'settings',
  'proxy',
  'reach',
  'clock',
  'credentials',
  'identity',
  'entity',
  'ci',
  'ci token',
] as const;

export type CheckName = (typeof CHECK_NAMES)[number];

export function ok(found: string): Finding {
  return { state: 'ok', found };
}

export function warning(found: string, remedy: string): Finding {
  return { state: 'warning', found, remedy };
}

export function failed(found: string, remedy: string): Finding {
  return { state: 'failed', found, remedy };
}

/** @param found why, as a clause. */
export function skipped(found: string): Finding {
  return { state: 'skipped', found };
}
