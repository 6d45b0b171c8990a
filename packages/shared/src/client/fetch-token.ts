import { jsonOf, memberOf, messageOf } from './answer-text.ts';
import { isHeaderToken } from './check-credentials.ts';
import { exchangeWithRetries } from './exchange-with-retries.ts';
import type { Run } from './run.ts';
import type { Settings } from './settings.ts';
import type { Answer } from './transport.ts';
import type { Credentials, Problem, Setting } from './types.ts';

type Exchangeable = Extract<Credentials, { kind: 'password' | 'client' }>;

/** Exchanges credentials for a token (spec, section 5.4; RFC 6749, section 4.4 for a client of its own). */
export async function fetchToken(
  credentials: Exchangeable,
  run: Run,
): Promise<{ token: string } | { problem: Problem }> {
  const { audience, tokenUrl: url, tokenSetting, userAgent } = run.settings;
  const outcome = await exchangeWithRetries(
    {
      url,
      setting: tokenSetting,
      headers: { 'user-agent': userAgent },
      body: JSON.stringify(grantOf(credentials, audience)),
    },
    run,
  );
  if ('problem' in outcome) return { problem: outcome.problem };
  const { answer } = outcome;
  const token = answer.status === 200 ? memberOf(jsonOf(answer), 'access_token') : undefined;
  if (typeof token === 'string' && isHeaderToken(token)) {
    run.notify('token', `fetched a token from ${url.href}`);
    return { token };
  }
  return { problem: tokenProblem(answer, credentials, run.settings, run.redact) };
}

function grantOf(credentials: Exchangeable, audience: string): Record<string, string> {
  const { clientId: client_id } = credentials;
  if (credentials.kind === 'client') {
    return { grant_type: 'client_credentials', client_id, client_secret: credentials.clientSecret, audience };
  }
  const { username, password } = credentials;
  return { grant_type: 'password', username, password, audience, client_id, scope: 'openid profile email' };
}

/**
 * By the error's name, not the status: not every token service takes RFC 6749's. What came with a 2xx is not shown:
 * it may be a token that we cannot read.
 */
function tokenProblem(
  answer: Answer,
  { kind }: Exchangeable,
  { tokenUrl: url, tokenSetting }: Pick<Settings, 'tokenUrl' | 'tokenSetting'>,
  redact: (text: string) => string,
): Problem {
  const { status } = answer;
  const said = `${status}${status < 300 ? '' : messageOf(answer, redact)}`;
  const because = (setting: Setting, message: string): Problem => ({
    fault: 'configuration',
    setting,
    status,
    message,
  });
  if (status >= 500) return { fault: 'outage', status, message: `${url.origin} answered ${said}` };
  switch (memberOf(jsonOf(answer), 'error')) {
    case 'invalid_grant':
      return kind === 'password'
        ? because('password', `the user name or the password is wrong; ${url.href} answered ${said}`)
        : because('clientSecret', `the client id or its secret is wrong; ${url.href} answered ${said}`);
    case 'invalid_client':
    case 'unauthorized_client':
      return kind === 'password'
        ? because('clientId', `the token service does not accept it; ${url.href} answered ${said}`)
        : because('clientSecret', `the client id or its secret is wrong; ${url.href} answered ${said}`);
    case 'invalid_target':
    case 'access_denied':
      return because('audience', `the token service gives no token for it; ${url.href} answered ${said}`);
    case undefined:
      return because(tokenSetting, `there is no token service at ${url.href}, which answered ${said}`);
    default:
      return { fault: 'configuration', status, message: `${url.href} gave no token, and answered ${said}` };
  }
}
