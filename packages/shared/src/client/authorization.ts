import { TransportError } from './errors.ts';
import { judgeRefusal } from './judge-answer.ts';
import { messageOf, parseBody } from './read-answer.ts';
import { type RetryOptions, retry, type Try } from './retry.ts';
import type { Settings } from './settings.ts';
import type { Answer, Transport } from './transport.ts';
import type { Credentials, Problem, Setting } from './types.ts';

/** The headers that show who sends. */
export interface Authorization {
  /** Fetches a token first, where one is needed and none is there. */
  headers(options: RetryOptions): Promise<{ done: Record<string, string> } | { problem: Problem }>;
  /** After a 401: forgets a token that was fetched. False when there is none to renew. */
  renew(): boolean;
  /** The setting to blame when the service refuses what `headers` gave. */
  readonly setting: Setting;
}

type Exchangeable = Extract<Credentials, { kind: 'password' | 'client' }>;

/** @param onToken is told of a fetched token before it is used. */
export function createAuthorization(
  { credentials, authUrl, baseUrl }: Settings,
  transport: Transport,
  onToken: (token: string) => void,
): Authorization {
  if (credentials.kind === 'api-key') return fixed('apiKey', { 'x-api-key': credentials.apiKey });
  if (credentials.kind === 'token') return fixed('token', bearer(credentials.token));
  let token: string | undefined;
  return {
    // It was good enough to get a token for: what that is for is what is wrong.
    setting: 'audience',
    renew() {
      const had = token !== undefined;
      token = undefined;
      return had;
    },
    async headers(options) {
      if (token !== undefined) return { done: bearer(token) };
      const body = JSON.stringify(tokenRequest(credentials, credentials.audience ?? baseUrl));
      const fetched = await retry(
        (timeoutMs) =>
          fetchToken({ transport, url: `${authUrl}/oauth/token`, body, timeoutMs, credentials, options }),
        options,
      );
      if ('problem' in fetched) return fetched;
      token = fetched.done;
      onToken(token);
      return { done: bearer(token) };
    },
  };
}

function fixed(setting: Setting, headers: Record<string, string>): Authorization {
  return { setting, renew: () => false, headers: async () => ({ done: headers }) };
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** The body of the specification, section 5; for a client's own credentials that of RFC 6749, section 4.4, likewise in JSON. */
function tokenRequest(credentials: Exchangeable, audience: string): Record<string, string> {
  const { clientId } = credentials;
  if (credentials.kind === 'client') {
    const { clientSecret } = credentials;
    return { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, audience };
  }
  const { username, password } = credentials;
  return {
    grant_type: 'password',
    username,
    password,
    audience,
    client_id: clientId,
    scope: 'openid profile email',
  };
}

async function fetchToken({
  transport,
  url,
  body,
  timeoutMs,
  credentials,
  options,
}: {
  transport: Transport;
  url: string;
  body: string;
  timeoutMs: number;
  credentials: Exchangeable;
  options: RetryOptions;
}): Promise<Try<string>> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  let answer: Answer;
  try {
    answer = await transport.post(url, { headers, body, timeoutMs });
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    const { fault } = error.problem;
    const setting = fault === 'configuration' ? ('authUrl' as const) : undefined;
    return { problem: { setting, ...error.problem }, retry: fault === 'outage' };
  }
  const token = answer.status === 200 ? accessToken(answer.text) : undefined;
  if (token !== undefined) return { done: token };
  return (
    refusedToken(answer, credentials) ??
    judgeRefusal(answer, { now: options.runtime.now(), credential: 'clientId', url: 'authUrl' })
  );
}

function accessToken(text: string): string | undefined {
  const body = parseBody(text);
  if (typeof body !== 'object' || body === null || !('access_token' in body)) return undefined;
  const { access_token: token } = body;
  return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) ? token : undefined;
}

/** RFC 6749, section 5.2, says by a word what is wrong. */
function refusedToken({ status, text }: Answer, { kind }: Exchangeable): Try<string> | undefined {
  const body = parseBody(text);
  const code = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  const isRefusal = status === 400 || status === 401 || status === 403;
  if (!isRefusal || typeof code !== 'string') return undefined;
  const said = `${status} ${code}: ${messageOf(text)}`;
  const refused = (setting: Setting, message: string): Try<string> => ({
    problem: { fault: 'configuration', setting, status, message: `${message} (${said})` },
    retry: false,
  });
  if (code === 'invalid_client') {
    return refused(kind === 'client' ? 'clientSecret' : 'clientId', 'the auth server refused the client');
  }
  if (code === 'invalid_grant') return refused('password', 'the user name or the password is wrong');
  return refused('authUrl', 'the auth server gives no token');
}
