import { isAbsolute } from 'node:path';
import { UnreadableRepositoryError } from './unreadable-repository-error.ts';

/** Where a repository is. Exactly one of the two is set. */
export interface GitLocation {
  /** https, http, ssh or git, or `user@host:path`. */
  url: string | null;
  /** Absolute. */
  path: string | null;
}

/** A location that has been checked, ready for git. */
export interface GitSource {
  /** What git is given; it holds no password, since other users see the arguments of a process. */
  address: string;
  /** The address without userinfo, for messages. */
  name: string;
  /** `host[:port]`; undefined for a path. */
  host: string | undefined;
  isPath: boolean;
  /** What git may use to get there (GIT_ALLOW_PROTOCOL). */
  protocols: string;
  login: GitLogin | undefined;
}

export interface GitLogin {
  /** `https://host[:port]`: git gives the login to no other server, wherever that one redirects to. */
  origin: string;
  username: string;
  password: string;
}

/** GitHub's name for whoever has a token; other hosts look at the token only. A URL may name another. */
const TOKEN_USER = 'x-access-token';
const PROTOCOLS = ['https', 'http', 'ssh', 'git'];
/** `[user@]host:path`; an @ in the path's first part would be somebody's password; neither may look like an option, and `host::` would name a program (git-remote-ext). */
const SCP = /^(?:[\w.][\w.-]*@)?([\w.][\w.-]*):(?![-:])(?!\/\/)(?![^/]*@)[^\0\r\n]+$/;
const HOST = /^(?:[a-z\d_][a-z\d._-]*|\[[\da-f:.]+\])$/;

/**
 * Checks a location that comes from users of the API.
 *
 * @param tokens by host, as in HistoryOptions. Userinfo of the URL goes before them.
 * @throws UnreadableRepositoryError when git should not be given it.
 */
export function parseLocation(
  { url, path }: GitLocation,
  tokens: ReadonlyMap<string, string> = new Map(),
): GitSource {
  if (path !== null) return pathSource(path);
  if (url !== null && URL.canParse(url) && url.includes('://')) return urlSource(new URL(url), tokens);
  const host = url === null ? undefined : SCP.exec(url)?.[1];
  // Not a word of the URL: what cannot be parsed may hold a password anywhere.
  if (url === null || host === undefined) throw refusal('The url', 'is no address of a repository');
  const name = url.replace(/^[^@:]*@/, '');
  return { address: url, name, host, isPath: false, protocols: allowed('ssh'), login: undefined };
}

function pathSource(path: string): GitSource {
  if (!isAbsolute(path) || path.includes('\0')) throw refusal('The path', 'is not absolute');
  return { address: path, name: path, host: undefined, isPath: true, protocols: 'file', login: undefined };
}

function urlSource(url: URL, tokens: ReadonlyMap<string, string>): GitSource {
  const protocol = url.protocol.slice(0, -1);
  if (!PROTOCOLS.includes(protocol)) throw refusal('The url', `has the protocol ${protocol}`);
  const isWeb = protocol === 'https' || protocol === 'http';
  const login = isWeb ? loginOf(url, tokens) : undefined;
  const user = protocol === 'ssh' ? url.username : '';
  [url.username, url.password] = ['', ''];
  if (!HOST.test(url.hostname) || user.startsWith('-')) throw refusal('The url', 'has no proper host');
  if (url.search !== '' || url.hash !== '') throw refusal('The url', 'has a query or a fragment');
  const name = url.href;
  url.username = user;
  return { address: url.href, name, host: url.host, isPath: false, protocols: allowed(protocol), login };
}

/** https and ssh always: the machine's own git configuration may turn one into the other (url.….insteadOf). */
function allowed(protocol: string): string {
  return [...new Set([protocol, 'https', 'ssh'])].join(':');
}

function loginOf(
  { protocol, host, username, password }: URL,
  tokens: ReadonlyMap<string, string>,
): GitLogin | undefined {
  const token = protocol === 'https:' ? tokens.get(host) : undefined;
  if (username === '' && token === undefined) return undefined;
  const login = {
    origin: `${protocol}//${host}`,
    username: decoded(username) || TOKEN_USER,
    password: decoded(password) || (token ?? ''),
  };
  if (/[\0\r\n]/.test(login.username + login.password)) {
    throw new UnreadableRepositoryError(`The token or login for ${host} contains a line break; remove it`);
  }
  return login;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refusal('The url', 'has userinfo that is not percent-encoded');
  }
}

function refusal(what: string, problem: string): UnreadableRepositoryError {
  return new UnreadableRepositoryError(
    `${what} ${problem}; give an https, http, ssh or git URL, user@host:path, or an absolute path`,
  );
}
