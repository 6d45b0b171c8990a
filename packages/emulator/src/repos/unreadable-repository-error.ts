/**
 * A repository that cannot be read, or a mirror that cannot be kept. The message is one sentence for a person: it
 * names the location without userinfo, and the remedy, and holds no secret.
 */
export class UnreadableRepositoryError extends Error {
  override name = 'UnreadableRepositoryError';
}
