import { join } from 'node:path';
import type { CommitRecord } from '../store/repo-port.ts';
import { StoreOpenError } from '../store/store.ts';
import { deliverCommits } from './deliver-commits.ts';
import { explainFailure } from './explain-failure.ts';
import { GitError } from './git-error.ts';
import { type GitLocation, parseLocation } from './git-source.ts';
import { lockMirror } from './lock-mirror.ts';
import { createMirror, type Mirror, type ObjectFormat } from './mirror.ts';
import { UnreadableRepositoryError } from './unreadable-repository-error.ts';

export type { GitLocation } from './git-source.ts';
export { UnreadableRepositoryError } from './unreadable-repository-error.ts';

export interface HistoryOptions {
  location: GitLocation;
  /** Directory of the bare mirror; made when missing. Its lock is the file beside it, `mirror` + `.lock`. */
  mirror: string;
  /** Whether to remove the mirror first: of a store that was emptied, say. It would hold back what it has delivered. */
  anew?: boolean | undefined;
  /** Access tokens by `host` or `host:port`, in lower case, for https addresses. */
  tokens: ReadonlyMap<string, string>;
  /** For git: PATH, HOME, proxies, CA settings. */
  env: Readonly<Record<string, string | undefined>>;
  /** Stops it. */
  signal?: AbortSignal | undefined;
  /** Milliseconds that the server may be silent; 10 minutes when left out. */
  timeout?: number | undefined;
}

const TIMEOUT = 10 * 60 * 1000;
/** A mirror is made anew when it is broken, and when the source's object format is another one. */
const MOST_MENDS = 2;

/**
 * The directory of a repository's mirror below that of all mirrors. Two accounts that began with the same snapshot
 * have repositories with the same id; what was delivered to one was not to the other.
 */
export function mirrorDirectory(root: string, accountId: string, repoId: string): string {
  return join(root, `${encodeURIComponent(accountId)}.${encodeURIComponent(repoId)}.git`);
}

/**
 * Fetches the branches and tags of a repository and hands on the commits that were not handed on before, in batches of
 * at most 1,000, parents before children. Commits that a rewritten history has lost stay with whoever took them.
 *
 * @param take keeps a batch; what it throws ends the reading, and the same commits come again next time.
 * @returns how many commits were handed on, and whether parents are missing, as in a shallow clone.
 * @throws UnreadableRepositoryError, and what `take` throws.
 */
export async function readHistory(
  options: HistoryOptions,
  take: (commits: CommitRecord[]) => Promise<void>,
): Promise<{ commits: number; isShallow: boolean }> {
  const { location, mirror: directory, tokens, env, signal, timeout: silence = TIMEOUT } = options;
  const source = parseLocation(location, tokens);
  const mirror = createMirror({ directory, source, env, signal, silence });
  const lock = await lockMirror(directory, signal).catch((cause: unknown) => {
    if (cause instanceof StoreOpenError) throw new UnreadableRepositoryError(cause.message, { cause });
    throw explainFailure(new GitError('aborted', '', { cause }), source, silence);
  });
  let isTaking = false;
  async function watched(commits: CommitRecord[]): Promise<void> {
    isTaking = true;
    await take(commits);
    isTaking = false;
  }
  try {
    if (options.anew) await mirror.remove();
    return await readMending(mirror, watched);
  } catch (error) {
    if (error instanceof GitError) throw explainFailure(error, source, silence);
    if (isTaking || !(error instanceof Error && 'syscall' in error)) throw error;
    const message = `The mirror of ${source.name} cannot be kept: ${error.message}; check its disk and permissions`;
    throw new UnreadableRepositoryError(message, { cause: error });
  } finally {
    lock.release();
  }
}

/** @param format of a mirror that has to be made. */
async function readMending(
  mirror: Mirror,
  take: (commits: CommitRecord[]) => Promise<void>,
  format: ObjectFormat = 'sha1',
  mends = MOST_MENDS,
): Promise<{ commits: number; isShallow: boolean }> {
  try {
    return await readOnce(mirror, take, format);
  } catch (error) {
    const better = mends > 0 && error instanceof GitError ? await formatToMend(mirror, error) : undefined;
    if (better === undefined) throw error;
    await mirror.remove();
    return readMending(mirror, take, better, mends - 1);
  }
}

async function readOnce(
  mirror: Mirror,
  take: (commits: CommitRecord[]) => Promise<void>,
  format: ObjectFormat,
) {
  await mirror.make(format);
  // First what a reading that was interrupted had fetched: the source may have lost it since.
  let commits = await deliverCommits(mirror, take);
  await mirror.fetch();
  commits += await deliverCommits(mirror, take);
  await mirror.tidy();
  return { commits, isShallow: (await mirror.shallow()).length > 0 };
}

/** The format that the mirror should have when it is made anew; undefined when that would not help. */
async function formatToMend(
  mirror: Mirror,
  { failure, stderr }: GitError,
): Promise<ObjectFormat | undefined> {
  if (failure !== 'failed') return undefined;
  const server = /mismatched algorithms: client \w+; server (sha1|sha256)/.exec(stderr)?.[1];
  if (server !== undefined) return server === 'sha256' ? 'sha256' : 'sha1';
  // A lock of git's own in the mirror is stale: only one reads at a time.
  return stderr.includes(".lock': File exists") || !(await mirror.isSound()) ? 'sha1' : undefined;
}
