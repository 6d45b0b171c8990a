import { StoreUnavailableError } from '../../store.ts';
import { ConstraintError } from '../constraint-error.ts';

/** What a worker can send across of an SQLite error: its message and its extended result code. */
export interface PlainSqliteError {
  message: string;
  errcode: number | undefined;
}

// https://sqlite.org/rescode.html: the low byte is the primary code.
const UNAVAILABLE = new Set([
  5, // BUSY
  6, // LOCKED
  8, // READONLY
  10, // IOERR
  13, // FULL
  14, // CANTOPEN
]);
const CONSTRAINT_FOREIGNKEY = 787;
const CONSTRAINT_PRIMARYKEY = 1555;
const CONSTRAINT_UNIQUE = 2067;

export function plainSqliteError(error: unknown): PlainSqliteError {
  if (!(error instanceof Error)) return { message: String(error), errcode: undefined };
  const errcode = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;
  return { message: error.message, errcode };
}

/** The error that the store's callers understand. */
export function storeError({ message, errcode }: PlainSqliteError): Error {
  const cause = new Error(`SQLite: ${message}${errcode === undefined ? '' : ` (${errcode})`}`);
  if (errcode === CONSTRAINT_FOREIGNKEY) return new ConstraintError('foreign-key', { cause });
  if (errcode === CONSTRAINT_UNIQUE || errcode === CONSTRAINT_PRIMARYKEY) {
    return new ConstraintError('unique', { cause });
  }
  if (errcode !== undefined && UNAVAILABLE.has(errcode & 0xff)) {
    return new StoreUnavailableError(`The SQLite store cannot be used now: ${message}`, { cause });
  }
  return cause;
}
