import { textProblem, textRule } from '@milepost/shared/validation';
import type { Refusal } from '../http/refusal.ts';
import { OAuthError } from './oauth-error.ts';

const PARAMETER_NAMES = [
  'grant_type',
  'username',
  'password',
  'client_id',
  'client_secret',
  'scope',
  'audience',
] as const;
/** By name, none of them empty. */
export type Parameters = ReadonlyMap<string, string>;

/**
 * Reads the parameters of a request for a token.
 *
 * @throws OAuthError
 */
export function readParameters(body: Uint8Array, format: 'json' | 'form'): Parameters {
  const text = decodeUtf8(body);
  const parameters = format === 'json' ? parseJson(text) : parseForm(text);
  checkTexts(parameters);
  return parameters;
}

/** What no store can look for, or a token carry. */
function checkTexts(parameters: Parameters): void {
  for (const [name, value] of parameters) {
    const problem = textProblem(value);
    if (problem === undefined) continue;
    throw new OAuthError(400, 'invalid_request', `${knownName(name)} ${problem}`, {
      refusals: [aboutParameter(textRule(value), name)],
    });
  }
}

function decodeUtf8(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new OAuthError(400, 'invalid_request', 'the body is not UTF-8', {
      cause,
      refusals: [{ rule: 'utf-8', path: null, nearest: null }],
    });
  }
}

/** A parameter without a value counts as left out (RFC 6749, section 3.2); a second one of a name is an error. */
function parseForm(text: string): Parameters {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (parameters.has(name)) {
      throw new OAuthError(400, 'invalid_request', `${knownName(name)} must not be sent more than once`, {
        refusals: [aboutParameter('repeated', name)],
      });
    }
    parameters.set(name, value);
  }
  return withoutEmpty(parameters);
}

function parseJson(text: string): Parameters {
  const body = parseJsonText(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new OAuthError(400, 'invalid_request', 'the body must be a JSON object', {
      refusals: [{ rule: 'type', path: '', nearest: null }],
    });
  }
  const members = new Map<string, unknown>(Object.entries(body));
  const parameters = new Map<string, string>();
  for (const name of PARAMETER_NAMES) {
    const value = members.get(name);
    if (value === undefined) continue;
    if (typeof value !== 'string')
      throw new OAuthError(400, 'invalid_request', `${name} must be a string`, {
        refusals: [aboutParameter('type', name)],
      });
    parameters.set(name, value);
  }
  return withoutEmpty(parameters);
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Without its cause: the parser quotes the text, in which there is a password.
    throw new OAuthError(400, 'invalid_request', 'the body is not JSON', {
      refusals: [{ rule: 'json', path: null, nearest: null }],
    });
  }
}

function withoutEmpty(parameters: Parameters): Parameters {
  return new Map([...parameters].filter(([, value]) => value !== ''));
}

/** The refusal of a parameter. What was sent is never `nearest`: it may be a password. */
export function aboutParameter(rule: string, name: string, nearest: string | null = null): Refusal {
  // An unknown name may be a password that lost its equals sign.
  return { rule, path: PARAMETER_NAMES.some((known) => known === name) ? `/${name}` : null, nearest };
}

/** An unknown name is not repeated: it may be a password that lost its equals sign. */
function knownName(name: string): string {
  return PARAMETER_NAMES.find((known) => known === name) ?? 'a parameter';
}
