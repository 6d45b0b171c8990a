/** Contents that cannot be put into a store: two records exclude each other, or one is of an account that may not be touched. */
export class ContentsError extends Error {
  override readonly name = 'ContentsError';
}
