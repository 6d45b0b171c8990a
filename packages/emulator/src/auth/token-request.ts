import { textProblem } from '@milepost/shared/validation';
import { OAuthError } from './oauth-error.ts';

/** The password grant's parameters (RFC 6749, section 4.3.2, and `audience`). */
export interface PasswordGrant {
  username: string;
  password: string;
  clientId: string;
  scope: string | undefined;
  audience: string | undefined;
  /** Whether the client named itself by HTTP Basic. */
  basic: boolean;
}

const PARAMETER_NAMES = [
  'grant_type',
  'username',
  'password',
  'client_id',
  'client_secret',
  'scope',
  'audience',
] as const;
type Parameters = ReadonlyMap<string, string>;

/**
 * Reads the request of a token: a body in JSON (spec, section 5) or in form encoding (RFC 6749).
 *
 * @throws OAuthError
 */
export function parsePasswordGrant(request: {
  body: Uint8Array;
  format: 'json' | 'form';
  authorization: string | undefined;
}): PasswordGrant {
  const text = decodeUtf8(request.body);
  const parameters = request.format === 'json' ? parseJson(text) : parseForm(text);
  checkTexts(parameters);
  const basic = parseBasic(request.authorization);
  checkGrantType(parameters.get('grant_type'));

  const bodyClientId = parameters.get('client_id');
  if (basic && bodyClientId !== undefined && bodyClientId !== basic.clientId) {
    throw new OAuthError(400, 'invalid_request', 'client_id is not the one of the Authorization header');
  }
  const username = parameters.get('username');
  const password = parameters.get('password');
  const clientId = basic?.clientId ?? bodyClientId;
  if (username === undefined || password === undefined || clientId === undefined) {
    const required = { username, password, client_id: clientId };
    const missing = Object.entries(required).flatMap(([name, value]) => (value === undefined ? [name] : []));
    throw new OAuthError(400, 'invalid_request', `missing: ${missing.join(', ')}`);
  }
  if (basic?.clientSecret || parameters.has('client_secret')) {
    throw invalidClient('clients of this service have no secret', basic !== undefined);
  }
  return {
    username,
    password,
    clientId,
    scope: parameters.get('scope'),
    audience: parameters.get('audience'),
    basic: basic !== undefined,
  };
}

/** 401; names the scheme only to a client that used it (RFC 6749, section 5.2). */
export function invalidClient(description: string, basic: boolean): OAuthError {
  const headers = basic ? { 'WWW-Authenticate': 'Basic realm="milepost"' } : {};
  return new OAuthError(401, 'invalid_client', description, { headers });
}

function checkGrantType(grantType: string | undefined): void {
  if (grantType === undefined) throw new OAuthError(400, 'invalid_request', 'missing: grant_type');
  if (grantType !== 'password')
    throw new OAuthError(400, 'unsupported_grant_type', 'grant_type must be password');
}

/** What no store can look for, or a token carry. */
function checkTexts(parameters: Parameters): void {
  for (const [name, value] of parameters) {
    const problem = textProblem(value);
    if (problem !== undefined) throw new OAuthError(400, 'invalid_request', `${knownName(name)} ${problem}`);
  }
}

function decodeUtf8(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new OAuthError(400, 'invalid_request', 'the body is not UTF-8', { cause });
  }
}

/** A parameter without a value counts as left out (RFC 6749, section 3.2); a second one of a name is an error. */
function parseForm(text: string): Parameters {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (parameters.has(name)) {
      throw new OAuthError(400, 'invalid_request', `${knownName(name)} must not be sent more than once`);
    }
    parameters.set(name, value);
  }
  return withoutEmpty(parameters);
}

function parseJson(text: string): Parameters {
  const body = parseJsonText(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new OAuthError(400, 'invalid_request', 'the body must be a JSON object');
  }
  const members = new Map<string, unknown>(Object.entries(body));
  const parameters = new Map<string, string>();
  for (const name of PARAMETER_NAMES) {
    const value = members.get(name);
    if (value === undefined) continue;
    if (typeof value !== 'string') throw new OAuthError(400, 'invalid_request', `${name} must be a string`);
    parameters.set(name, value);
  }
  return withoutEmpty(parameters);
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Without its cause: the parser quotes the text, in which there is a password.
    throw new OAuthError(400, 'invalid_request', 'the body is not JSON');
  }
}

function withoutEmpty(parameters: Parameters): Parameters {
  return new Map([...parameters].filter(([, value]) => value !== ''));
}

/** An unknown name is not repeated: it may be a password that lost its equals sign. */
function knownName(name: string): string {
  return PARAMETER_NAMES.find((known) => known === name) ?? 'a parameter';
}

/** RFC 6749, section 2.3.1. Another scheme than Basic is not a client's credential, and ignored. */
function parseBasic(
  authorization: string | undefined,
): { clientId: string; clientSecret: string } | undefined {
  if (!authorization || !/^Basic\b/i.test(authorization)) return undefined;
  const credentials = Buffer.from(authorization.replace(/^Basic */i, ''), 'base64').toString('utf8');
  const [, clientId, clientSecret] = /^([^:]+):(.*)$/s.exec(credentials) ?? [];
  if (!clientId || clientSecret === undefined)
    throw invalidClient('the Basic credentials are malformed', true);
  try {
    return { clientId: formDecode(clientId), clientSecret: formDecode(clientSecret) };
  } catch {
    throw invalidClient('the Basic credentials are malformed', true);
  }
}

function formDecode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
