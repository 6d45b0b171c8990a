import { isUtf8 } from 'node:buffer';
import type { RawAnswer } from './read-answers.ts';

/** What is wrong with an answer to a malformed request, if anything. */
export function answerProblem(
  { status, headers, body }: RawAnswer,
  method: string,
  path: string,
): string | undefined {
  if (status >= 500) return `${status}`;
  if (!headers.has('x-request-id')) return `${status} without x-request-id`;
  if (method === 'HEAD' || status === 204 || status === 304) return undefined;
  if (status < 300) return undefined;
  if (status < 400) return path.startsWith('/docs') ? undefined : `${status}, a redirect`;
  if (!headers.get('content-type')?.startsWith('application/json')) return `${status} that is not JSON`;
  if (!isUtf8(body)) return `${status} that is not UTF-8`;
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return `${status} that cannot be parsed`;
  }
  if (isMessage(value) || isErrors(value)) return undefined;
  if (path.startsWith('/oauth/token') && isOAuthError(value)) return undefined;
  return `${status} of another shape`;
}

function hasOnly(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const own = Object.keys(value);
  return own.length === names.length && names.every((name) => own.includes(name));
}

function isMessage(value: unknown): boolean {
  return hasOnly(value, ['message']) && typeof value['message'] === 'string' && value['message'] !== '';
}

function isErrors(value: unknown): boolean {
  if (!hasOnly(value, ['errors'])) return false;
  const { errors } = value;
  return Array.isArray(errors) && errors.length > 0 && errors.length <= 100 && errors.every(isFieldError);
}

function isFieldError(value: unknown): boolean {
  return (
    hasOnly(value, ['type', 'msg', 'path', 'location']) &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}

function isOAuthError(value: unknown): boolean {
  return hasOnly(value, ['error', 'error_description']);
}
