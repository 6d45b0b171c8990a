/** A wrong flag or environment variable; the message is one line that names it and the remedy. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
