import { OAuthError } from './oauth-error.ts';
import { aboutParameter, readParameters } from './token-parameters.ts';

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
  const parameters = readParameters(request.body, request.format);
  const basic = parseBasic(request.authorization);
  checkGrantType(parameters.get('grant_type'));

  const bodyClientId = parameters.get('client_id');
  if (basic && bodyClientId !== undefined && bodyClientId !== basic.clientId) {
    throw new OAuthError(400, 'invalid_request', 'client_id is not the one of the Authorization header', {
      refusals: [aboutParameter('invalid_request', 'client_id')],
    });
  }
  const username = parameters.get('username');
  const password = parameters.get('password');
  const clientId = basic?.clientId ?? bodyClientId;
  if (username === undefined || password === undefined || clientId === undefined) {
    const required = { username, password, client_id: clientId };
    const missing = Object.entries(required).flatMap(([name, value]) => (value === undefined ? [name] : []));
    throw new OAuthError(400, 'invalid_request', `missing: ${missing.join(', ')}`, {
      refusals: missing.map((name) => aboutParameter('required', name)),
    });
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
  if (grantType === undefined)
    throw new OAuthError(400, 'invalid_request', 'missing: grant_type', {
      refusals: [aboutParameter('required', 'grant_type', 'password')],
    });
  if (grantType !== 'password')
    throw new OAuthError(400, 'unsupported_grant_type', 'grant_type must be password', {
      refusals: [aboutParameter('unsupported_grant_type', 'grant_type', 'password')],
    });
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
