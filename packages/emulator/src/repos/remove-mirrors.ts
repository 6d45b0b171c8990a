import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { RepoStore } from '../store/repo-port.ts';
import { lockMirror } from './lock-mirror.ts';
import { mirrorDirectory } from './read-history.ts';

/** Milliseconds to wait for whoever works on a mirror: nobody does but another process. */
const PATIENCE = 10_000;
/** Names of mirrors and of their locks; in old ones there is no account. */
const MIRROR = /^(?:([\da-f-]{36})\.)?([\da-f-]{36})\.git(?:\.lock)?$/;

/**
 * Removes the mirrors of these repositories, so that their histories are read from the beginning. It never fails: a
 * mirror that cannot be removed is logged.
 *
 * @param patience milliseconds to wait for each that is in use.
 */
export async function removeMirrors(
  repos: readonly { accountId: string; id: string }[],
  mirrors: string,
  log: Logger,
  patience = PATIENCE,
): Promise<void> {
  for (const { accountId, id } of repos) {
    const mirror = mirrorDirectory(mirrors, accountId, id);
    // Most repositories have none, and shall have no lock.
    if (!existsSync(mirror)) continue;
    try {
      const lock = await lockMirror(mirror, AbortSignal.timeout(patience));
      await rm(mirror, { recursive: true, force: true }).finally(() => lock.release());
    } catch (err) {
      log.warn(
        { err, account: accountId, repo: id, mirror },
        'a mirror could not be removed; commits may be missing',
      );
    }
  }
}

/** Removes mirrors of repositories that nobody has connected any more. */
export async function removeOldMirrors(store: Pick<RepoStore, 'getRepo'>, mirrors: string): Promise<void> {
  const entries = await readdir(mirrors).catch((): string[] => []);
  for (const entry of entries) {
    const [isMirror, accountId, id] = MIRROR.exec(entry) ?? [];
    if (isMirror === undefined) continue;
    const isKnown = accountId !== undefined && id !== undefined && (await store.getRepo(accountId, id));
    if (!isKnown) await rm(join(mirrors, entry), { recursive: true, force: true });
  }
}
