import { stat } from 'node:fs/promises';
import { UnreadableRepositoryError } from './unreadable-repository-error.ts';

/**
 * git would say of a path that is not there only that it is no repository.
 *
 * @throws UnreadableRepositoryError
 */
export async function requireDirectory(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => reasonOf(error));
  if (typeof found !== 'string' && found.isDirectory()) return;
  const problem = typeof found === 'string' ? `cannot be opened (${found})` : 'is no directory';
  throw new UnreadableRepositoryError(
    `The path ${path} ${problem} on the machine of this service; correct it, or let this service read it`,
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
