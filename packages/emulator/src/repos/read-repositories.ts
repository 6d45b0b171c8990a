import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { RepoRecord, RepoStore } from '../store/repo-port.ts';
import { mirrorDirectory, readHistory, UnreadableRepositoryError } from './read-history.ts';

export interface ReadRepositoriesDeps {
  store: Pick<RepoStore, 'listRepos' | 'addCommits' | 'noteRepoReading'>;
  clock: Clock;
  log: Logger;
  /** Where the mirrors are, one directory for each. */
  mirrors: string;
  /** Access tokens by host. */
  tokens: ReadonlyMap<string, string>;
  /** For git. */
  env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the server stops. */
  signal?: AbortSignal | undefined;
}

/** Repositories that are fetched at a time. */
const AT_ONCE = 4;

/**
 * Brings the commits of an account's connected repositories up to date. What cannot be read is noted with the
 * repository, and the others are read all the same.
 */
export async function readRepositories(deps: ReadRepositoriesDeps, accountId: string): Promise<void> {
  const { store } = deps;
  const repos = (await store.listRepos(accountId)).filter(({ url, path }) => url !== null || path !== null);
  const waiting = [...repos];
  const readNext = async (): Promise<void> => {
    const repo = waiting.shift();
    if (!repo || deps.signal?.aborted) return;
    await readRepository(deps, repo);
    await readNext();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readNext));
}

async function readRepository(deps: ReadRepositoriesDeps, repo: RepoRecord): Promise<void> {
  const { store, clock, log, mirrors, tokens, env, signal } = deps;
  const { accountId, id, url, path } = repo;
  const mirror = mirrorDirectory(mirrors, accountId, id);
  let readError: string | null = null;
  try {
    const anew = repo.readAt === null;
    await readHistory({ location: { url, path }, mirror, anew, tokens, env, signal }, async (commits) => {
      await store.addCommits(accountId, id, commits);
    });
  } catch (error) {
    if (!(error instanceof UnreadableRepositoryError)) throw error;
    // Nothing is wrong with a repository that nobody had the time to read.
    if (signal?.aborted) return;
    readError = error.message;
    log.warn({ repo: id, name: repo.name, reason: readError }, 'a repository could not be read');
  }
  await store.noteRepoReading(accountId, id, { readAt: clock.now(), readError });
}
