import type { GitError } from './git-error.ts';
import type { GitSource } from './git-source.ts';
import { UnreadableRepositoryError } from './unreadable-repository-error.ts';

/** Characters of git's own words in a message. */
const MOST_WORDS = 200;
/** What git adds to every failure of another program. */
const SAYS_NOTHING = /Could not read from remote repository|^fatal: the remote end hung up unexpectedly$/;
const STANDS_FOR_ADDRESS = '\0';
const SHORTEST_SECRET_NAME = 8;

/**
 * What git says (LC_ALL=C), and what that means. `#` stands for the location, `@` for its host, `%` for
 * what the parentheses matched.
 */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [
    /could not read (?:Username|Password)|terminal prompts disabled/,
    '# wants a login: give this service a token for @',
  ],
  [
    /Authentication failed|HTTP Basic: Access denied|returned error: 40[13]/,
    '# refuses the login: check the token for @, and that it may read this repository',
  ],
  [
    /Permission denied \(/,
    "# refuses this service's SSH key: add the public key to @, or give an https URL and a token",
  ],
  [
    /Host key verification failed|No .* host key is known/,
    "@ is not among this service's known SSH hosts: add its key to known_hosts, or give an https URL",
  ],
  [
    /Could not resolve host|unable to look up|Name or service not known|nodename nor servname/,
    'The host @ of # is not known: correct the URL, or check the DNS and proxy of this service',
  ],
  [
    /certificate|CAfile/,
    "The certificate of @ is not trusted: name its CA in GIT_SSL_CAINFO of this service's environment",
  ],
  [
    /Connection refused|[Ff]ailed to connect|Could ?n[o']t connect|timed out|No route to host|unreachable|Connection reset/,
    '@ cannot be reached for #: check the URL, its port, and the proxy and firewall of this service',
  ],
  [
    /(?:dubious ownership|unsafe repository)[^']*'([^']*)'/,
    '# belongs to another user, so git does not read it: as the user of this service run git config --global --add safe.directory %',
  ],
  [
    /[Rr]epository .*not found|could not be found|does not appear to be a git repository|not a git repository|returned error: 404|access denied or repository not exported/,
    'There is no repository at #, or it is hidden from this service: correct the location, or give a token that may read it',
  ],
  [
    /No space left on device|[Dd]isk quota exceeded/,
    'The disk is full, so # was not read: free space in the data directory',
  ],
  [
    /returned error: 30\d|unable to update url base from redirection/,
    '# leads to another address: give that one',
  ],
  [/transport '.*' not allowed/, '# leads to a protocol that is not allowed: give an https or ssh URL'],
];

/** Tells a person why a repository could not be read and what to do, without a secret. */
export function explainFailure(
  error: GitError,
  source: GitSource,
  silence: number,
): UnreadableRepositoryError {
  return new UnreadableRepositoryError(sentenceFor(error, source, silence), { cause: error.cause });
}

function sentenceFor({ failure, stderr }: GitError, source: GitSource, silence: number): string {
  const { name, host = 'this machine' } = source;
  if (failure === 'missing') {
    return `git cannot be started, so ${name} was not read: install git 2.30 or newer and put it into PATH`;
  }
  if (failure === 'aborted') return `The reading of ${name} was stopped before its end: read it again`;
  if (failure === 'silent') {
    return `git said nothing about ${name} for ${silence / 1000} s and was stopped: check the server, or allow it more time`;
  }
  // A repository may be called "certificate".
  const said = stderr.replaceAll(source.address, STANDS_FOR_ADDRESS);
  for (const [pattern, meaning] of MEANINGS) {
    const [found, told = ''] = pattern.exec(said) ?? [];
    if (found === undefined) continue;
    const words = { '#': name, '@': host, '%': told.replace(STANDS_FOR_ADDRESS, name) };
    return meaning.replace(/[#@%]/g, (mark) => (mark === '#' || mark === '@' ? words[mark] : words['%']));
  }
  return `git cannot read ${name}: ${wordsOf(stderr, source)}; try it with git ls-remote on the machine of this service`;
}

/** The first of git's lines that says something. */
function wordsOf(stderr: string, source: GitSource): string {
  const lines = redact(stderr, source)
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(/\p{Cc}/gu, ' ').trim())
    .filter((line) => line !== '' && !SAYS_NOTHING.test(line));
  const line = lines.find((text) => /fatal:|error:/i.test(text)) ?? lines[0] ?? 'it does not say why';
  return line.slice(0, MOST_WORDS).toWellFormed();
}

function redact(text: string, { login }: GitSource): string {
  const { username = '', password = '' } = login ?? {};
  // Some hosts take the token for the name.
  const secrets = [password, username.length < SHORTEST_SECRET_NAME ? '' : username];
  return secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, '***')), text)
    .replaceAll(/\/\/[^/@\s]*@/g, '//');
}
