import type { ErrorRequestHandler, Request, RequestHandler, Router } from 'express';
import type { LoginThrottle } from '../auth/login-throttle.ts';
import { OAuthError } from '../auth/oauth-error.ts';
import { verifyPassword } from '../auth/password.ts';
import { invalidClient, type PasswordGrant, parsePasswordGrant } from '../auth/token-request.ts';
import { DEFAULT_SCOPE, DEFAULT_TOKEN_LIFETIME, type Tokens } from '../auth/tokens.ts';
import { WELL_KNOWN_CLIENT_ID } from '../auth/well-known.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { HttpError } from '../http/http-errors.ts';
import { MAX_TOKEN_BODY_BYTES, readTokenBody } from '../http/read-token-body.ts';
import { sendJson } from '../http/send-json.ts';
import type { Store, UserRecord } from '../store/store.ts';

/** What a token may be asked for; others are ignored. */
export const SUPPORTED_SCOPES = ['openid', 'profile', 'email'] as const;

/** What the token endpoint needs. */
export interface OAuthDeps {
  store: Pick<Store, 'findUserByEmail'>;
  tokens: Tokens;
  throttle: LoginThrottle;
}

/**
 * POST /oauth/token: a bearer token for a user's name and password (spec, section 5; RFC 6749, section 4.3).
 * Reads the body itself, so it must stand before any other reader. No credential is needed.
 */
export function oauthRoutes(deps: OAuthDeps): Router {
  const router = createRouter();

  const issue: RequestHandler = async (req, res) => {
    const body: unknown = req.body;
    const grant = parsePasswordGrant({
      body: body instanceof Uint8Array ? body : new Uint8Array(),
      format: formatOf(req),
      authorization: req.headers.authorization,
    });
    if (grant.clientId !== WELL_KNOWN_CLIENT_ID)
      throw invalidClient('the client_id is not known', grant.basic);
    const user = await signIn(deps, grant, req.ip ?? '');
    sendJson(res, 200, await issueTokens(deps.tokens, grant, user));
  };

  defineRoute(router, '/oauth/token', { post: [noStore, readTokenBody, issue] });
  router.use('/oauth/token', answerOAuthError);
  return router;
}

async function signIn(
  { store, throttle }: OAuthDeps,
  grant: PasswordGrant,
  address: string,
): Promise<UserRecord> {
  const attempt = { username: grant.username, address };
  refuseTooManyTries(throttle.secondsToWait(attempt));
  const user = await store.findUserByEmail(grant.username.toLowerCase());
  const verified = await verifyPassword(user?.passwordHash, grant.password);
  // Again: of a thousand tries sent at once, all passed the check above, and only ten may learn the outcome.
  refuseTooManyTries(throttle.secondsToWait(attempt));
  if (!user || !verified) {
    throttle.countWrongTry(attempt);
    throw new OAuthError(400, 'invalid_grant', 'wrong username or password');
  }
  throttle.clear(attempt);
  return user;
}

function refuseTooManyTries(secondsToWait: number): void {
  if (secondsToWait === 0) return;
  throw new OAuthError(
    429,
    'too_many_requests',
    `too many wrong passwords; try again in ${secondsToWait} s`,
    {
      headers: { 'Retry-After': String(secondsToWait) },
      refusals: [{ rule: 'login-throttle', path: null, nearest: null }],
    },
  );
}

async function issueTokens(tokens: Tokens, { clientId, audience, scope }: PasswordGrant, user: UserRecord) {
  const asked = new Set((scope ?? DEFAULT_SCOPE).split(' '));
  const granted = SUPPORTED_SCOPES.filter((name) => asked.has(name));
  const request = {
    subject: user.id,
    accountId: user.accountId,
    clientId,
    scope: granted.join(' '),
    audience,
  };
  return {
    access_token: await tokens.issueAccessToken(request),
    token_type: 'Bearer',
    expires_in: DEFAULT_TOKEN_LIFETIME,
    scope: request.scope,
    ...(asked.has('openid') && { id_token: await tokens.issueIdToken({ ...request, email: user.email }) }),
  };
}

function formatOf(req: Request): 'json' | 'form' {
  if (req.is('application/json')) return 'json';
  if (req.is('application/x-www-form-urlencoded')) return 'form';
  throw new OAuthError(
    400,
    'invalid_request',
    'send a body with Content-Type application/json or application/x-www-form-urlencoded',
  );
}

/** On refusals, too (RFC 6749, section 5.1). */
const noStore: RequestHandler = (_req, res, next) => {
  res.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
  next();
};

const answerOAuthError: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  const refusal = error instanceof OAuthError ? error : refusedBody(error);
  if (!refusal) {
    next(error);
    return;
  }
  res.locals.refused = refusal.refusals;
  res.set(refusal.headers);
  sendJson(res, refusal.status, { error: refusal.code, error_description: refusal.message });
};

/** What Express's reader makes of a body that it cannot or will not read. */
function refusedBody(error: unknown): OAuthError | undefined {
  if (!(error instanceof Error) || error instanceof HttpError) return undefined;
  if (!('status' in error && typeof error.status === 'number' && error.status < 500)) return undefined;
  if (error.status === 413) {
    return new OAuthError(413, 'invalid_request', `the body is larger than ${MAX_TOKEN_BODY_BYTES} bytes`, {
      cause: error,
      refusals: [{ rule: 'max-bytes', path: null, nearest: MAX_TOKEN_BODY_BYTES }],
    });
  }
  return new OAuthError(400, 'invalid_request', 'the body cannot be read', { cause: error });
}
