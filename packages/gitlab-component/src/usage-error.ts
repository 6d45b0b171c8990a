/** A wrong flag, variable or argument; the message is one line that names it and the remedy. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
