import { createTextRedaction } from '../http/redact-text.ts';
import { redactBody } from './redact-body.ts';
import { redactTokenBody } from './redact-token-body.ts';
import type { TakenRequest } from './taken-request.ts';

/** POST /oauth/token, also misspelt: a password may come there all the same. */
const TOKEN_PATH = /^\/+(?:oauth2?|tokens?)(?:\/|%2f|$)/i;

/**
 * Takes out what must not even be kept: passwords and tokens of POST /oauth/token, and the new key of POST /api-keys.
 */
export function forgetSecrets(request: TakenRequest): void {
  const isToken = TOKEN_PATH.test(request.path);
  if (!isToken && !isKeyAnswer(request)) return;
  const { body, response, headers } = request;
  if (isToken && body) {
    request.body = redactTokenBody(body, headers['content-type']);
    request.omitted ||= request.body === undefined;
  }
  if (response !== undefined) {
    const { shown, cut } = redactBody(response, { redact: createTextRedaction(), holdsKey: !isToken });
    request.response = JSON.stringify(shown);
    request.omitted ||= cut;
  }
}

/** Whether the answer has a new API key as `key`. */
export function isKeyAnswer({ method, path }: Pick<TakenRequest, 'method' | 'path'>): boolean {
  return method === 'POST' && /^\/api-keys\/?$/.test(path);
}
