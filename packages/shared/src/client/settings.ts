import { validateHeaderValue } from 'node:http';
import { checkCredentials, secretsOf } from './check-credentials.ts';
import { ClientSettingError } from './errors.ts';
import { parseUrl } from './parse-url.ts';
import { createRedactor } from './redact.ts';
import type { ClientOptions, Credentials } from './types.ts';
import { USER_AGENT } from './user-agent.ts';

/** A client's options, checked and complete. */
export interface Settings {
  eventsUrl: URL;
  tokenUrl: URL;
  /** What to blame when no token service is there. */
  tokenSetting: 'baseUrl' | 'authUrl';
  /** What tokens are asked for. */
  audience: string;
  credentials: Credentials;
  budgetMs: number;
  attemptTimeoutMs: number;
  maxAttempts: number;
  userAgent: string;
}

/** @throws ClientSettingError; RangeError for a number, TypeError for a User-Agent that cannot be. */
export function checkSettings(options: ClientOptions): Settings {
  const { credentials, budgetMs = 60_000, attemptTimeoutMs = 15_000, maxAttempts = 5 } = options;
  const { userAgent = USER_AGENT } = options;
  const { redact } = createRedactor(secretsOf(credentials));
  const baseUrl = checkUrl('baseUrl', options.baseUrl, redact);
  const authUrl = options.authUrl === undefined ? baseUrl : checkUrl('authUrl', options.authUrl, redact);
  checkCredentials(credentials);
  demandPositive('budgetMs', budgetMs);
  demandPositive('attemptTimeoutMs', attemptTimeoutMs);
  demandPositive('maxAttempts', maxAttempts);
  validateHeaderValue('user-agent', userAgent);
  return {
    eventsUrl: new URL(`${baseUrl}/events`),
    tokenUrl: new URL(`${authUrl}/oauth/token`),
    tokenSetting: options.authUrl === undefined ? 'baseUrl' : 'authUrl',
    audience: ('audience' in credentials ? credentials.audience : undefined) ?? baseUrl,
    credentials,
    budgetMs,
    attemptTimeoutMs,
    maxAttempts,
    userAgent,
  };
}

/** The URL as a text that a path can be added to. */
function checkUrl(setting: 'baseUrl' | 'authUrl', value: string, redact: (text: string) => string): string {
  // What may be a secret is not shown, wherever it was put.
  const shown = redact(value.replace(/^((?:https?:)?[\\/]*).*@/is, '$1***@').replace(/[?#].*$/s, '…'));
  const url = parseUrl(value);
  if (!url?.hostname) throw new ClientSettingError(setting, `is not a valid URL: ${shown}`);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new ClientSettingError(setting, `is not a URL of https:// or http://: ${shown}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new ClientSettingError(setting, `has a user or a password in it; give credentials apart: ${shown}`);
  }
  if (/[?#]/.test(value)) {
    throw new ClientSettingError(setting, `has a query or a fragment; give it without: ${shown}`);
  }
  return url.href.replace(/\/+$/, '');
}

/** Against NaN, with which no limit would ever be reached. */
function demandPositive(name: string, value: number): void {
  if (!(value > 0)) throw new RangeError(`${name} is to be more than 0, not ${value}`);
}
