import type { RepoRecord } from '../store/repo-port.ts';

/**
 * The page of a commit on the host of its repository, as GitHub, GitLab (and what is like them) and Bitbucket have it;
 * null when none of the repositories has an address that tells.
 */
export function commitUrl(repos: readonly Pick<RepoRecord, 'url'>[], sha: string): string | null {
  const [web] = repos.flatMap(({ url }) => webAddress(url) ?? []);
  if (web === undefined) return null;
  const path =
    web.hostname === 'bitbucket.org' ? 'commits' : web.hostname.includes('gitlab') ? '-/commit' : 'commit';
  return `${web.href}/${path}/${encodeURIComponent(sha)}`;
}

/** `https://host/owner/name`, also of an address for ssh. */
function webAddress(url: string | null): URL | undefined {
  if (url === null) return undefined;
  const [, scpHost, scpPath] = /^(?:[^@/]+@)?([^:/]+):(?!\/\/)(.+)$/.exec(url) ?? [];
  const web = URL.parse(scpHost === undefined ? url : `ssh://${scpHost}/${scpPath}`);
  if (!web || !/^(https?|ssh|git):$/.test(web.protocol)) return undefined;
  // The port of ssh is not the one of the web.
  const host = web.protocol.startsWith('http') ? web.host : web.hostname;
  const scheme = web.protocol === 'http:' ? 'http' : 'https';
  return URL.parse(`${scheme}://${host}${web.pathname.replace(/(\.git)?\/*$/, '')}`) ?? undefined;
}
