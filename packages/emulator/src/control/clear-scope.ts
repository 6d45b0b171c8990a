/**
 * Forgets what is kept in memory about an account, or everybody: faults, journal, rate windows, wrong passwords.
 *
 * @param scope the account; undefined for the whole emulator.
 */
export type ClearScope = (scope: string | undefined) => void;
