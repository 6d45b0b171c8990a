import { v7 as uuidv7 } from 'uuid';
import type { RepoRecord } from '../store/repo-port.ts';
import { type GitLocation, parseLocation } from './git-source.ts';
import { UnreadableRepositoryError } from './unreadable-repository-error.ts';

/** What is wrong with a place that somebody wants to connect, and which member names it. */
export interface LocationProblem {
  path: 'url' | 'path';
  msg: string;
}

/** Whether git can be given the place; it may be without any, for commits that come by hand. */
export function locationProblem({ url, path }: GitLocation): LocationProblem | undefined {
  if (url !== null && path !== null)
    return { path: 'path', msg: 'must not come with a url: give one of the two' };
  if (url === null && path === null) return undefined;
  // It would be kept, and shown.
  if (url !== null && hasPassword(url))
    return {
      path: 'url',
      msg: 'must not hold a password or token: give it to the server as MILEPOST_GIT_TOKENS',
    };
  try {
    parseLocation({ url, path });
    return undefined;
  } catch (error) {
    if (!(error instanceof UnreadableRepositoryError)) throw error;
    return { path: url === null ? 'path' : 'url', msg: `cannot be read by git: ${error.message}` };
  }
}

function hasPassword(url: string): boolean {
  // `oauth2:TOKEN@host:path` parses as a URL, too, of the scheme oauth2.
  const parsed = url.includes('://') ? URL.parse(url) : null;
  if (!parsed) return /^[^/]*:[^/@]*@/.test(url);
  // A token is often the only userinfo of an https address.
  return parsed.password !== '' || (parsed.username !== '' && /^https?:$/.test(parsed.protocol));
}

/** A repository that somebody connects. */
export function newRepo(
  accountId: string,
  now: number,
  { name, url, path, entityIds }: Pick<RepoRecord, 'name' | 'url' | 'path' | 'entityIds'>,
): Omit<RepoRecord, 'lastSeq'> {
  return {
    accountId,
    id: uuidv7({ msecs: now }),
    name,
    kind: 'connected',
    url,
    path,
    entityIds,
    createdAt: now,
    readAt: null,
    readError: null,
  };
}
