/** A seed that cannot be planted; the message is one line that names the file or the place in it. */
export class SeedError extends Error {
  override readonly name = 'SeedError';
}
