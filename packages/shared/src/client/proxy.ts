import { isExempt } from './no-proxy.ts';
import { parseUrl } from './parse-url.ts';
import type { ClientOptions } from './types.ts';

type Environment = NonNullable<ClientOptions['env']>;

export interface HttpProxy {
  /** Without credentials. */
  url: URL;
  /** The variable that named it. */
  variable: string;
  /** Value of Proxy-Authorization, if the URL had credentials. */
  authorization: string | undefined;
  /** What of the URL must never be shown. */
  secrets: string[];
}

/**
 * The proxy that the environment wants for a URL, by the rules of curl: the lower-case name goes first, a value
 * without scheme is http. (proxy-from-env knows nothing but `process.env`.)
 *
 * @returns undefined for a direct connection, `problem` when the variable's value cannot be used.
 */
export function proxyFor(target: URL, env: Environment): HttpProxy | { problem: string } | undefined {
  const found = firstGiven(env, target.protocol === 'https:' ? 'https_proxy' : 'http_proxy');
  if (!found || isExempt(target, firstGiven(env, 'no_proxy')?.value ?? '')) return undefined;
  const { variable, value } = found;
  const url = parseUrl(value.includes('://') ? value : `http://${value}`);
  // The value is not shown: it may have a password.
  if (!url?.hostname) return { problem: `${variable} is not the URL of a proxy, such as http://proxy:3128` };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { problem: `${variable} names a proxy of kind ${url.protocol}//; use one of http:// or https://` };
  }
  const user = decode(url.username);
  const password = decode(url.password);
  const bare = new URL(`${url.protocol}//${url.host}`);
  if (user === '' && password === '') return { url: bare, variable, authorization: undefined, secrets: [] };
  const pair = `${user}:${password}`;
  return {
    url: bare,
    variable,
    authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
    // A token may stand in the place of the user.
    secrets: password === '' ? [user, url.username, pair] : [password, url.password, pair],
  };
}

function firstGiven(env: Environment, name: string): { variable: string; value: string } | undefined {
  for (const variable of [name, name.toUpperCase()]) {
    const value = env[variable]?.trim();
    if (value) return { variable, value };
  }
  return undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
