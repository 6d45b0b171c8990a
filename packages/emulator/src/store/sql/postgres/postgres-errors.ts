import { StoreUnavailableError } from '../../store.ts';
import { ConstraintError } from '../constraint-error.ts';

/** The SQLSTATE of an error that PostgreSQL sent, or the system's code of one on the way to it. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: the class is the first two characters.
const UNAVAILABLE_CLASSES = new Set([
  '08', // connection
  '25', // transaction state: a standby is read-only
  '40', // serialization, deadlock
  '53', // no disk, no memory, too many connections
  '57', // shutdown, crash
  '58', // system error
]);

/**
 * The error that the store's callers understand. What has no SQLSTATE never reached the server, or never came back.
 *
 * @param maybeStored whether the statement makes changes final, so that they may be there though no answer came.
 */
export function storeError(error: unknown, maybeStored = false): unknown {
  const code = errorCode(error);
  if (code === '23503') return new ConstraintError('foreign-key', { cause: error });
  if (code === '23505') return new ConstraintError('unique', { cause: error });
  // An id that is no UUID, a NUL in a text.
  if (code?.startsWith('22')) return new ConstraintError('value', { cause: error });
  const isSqlState = code !== undefined && /^[0-9A-Z]{5}$/.test(code);
  if (!isSqlState || UNAVAILABLE_CLASSES.has(code.slice(0, 2))) {
    const reason = error instanceof Error && error.message !== '' ? error.message : (code ?? String(error));
    return new StoreUnavailableError(`PostgreSQL cannot be used now: ${reason}`, {
      cause: error,
      maybeStored,
    });
  }
  return error;
}
