import { isUuid } from '@milepost/shared/validation';
import type { Request, RequestHandler, Response } from 'express';
import { apiKeyDigest } from '../auth/api-key.ts';
import type { ApiKeyUses } from '../auth/api-key-uses.ts';
import type { Identity } from '../auth/identity.ts';
import type { ServiceUrls } from '../auth/service-urls.ts';
import { InvalidTokenError, type Tokens } from '../auth/tokens.ts';
import type { Clocks } from '../clock.ts';
import type { Store } from '../store/store.ts';
import { stampDate } from './date-header.ts';
import { HttpError } from './http-errors.ts';

/** Since when API keys are deprecated: 2026-01-01T00:00:00Z, as an RFC 9651 date. */
const DEPRECATED_SINCE = '@1767225600';

/** What authentication needs. */
export interface AuthenticateDeps {
  store: Pick<Store, 'findApiKey' | 'getUser'>;
  tokens: Tokens;
  keyUses: ApiKeyUses;
  clocks: Clocks;
  urls: Pick<ServiceUrls, 'baseUrl'>;
  /** false refuses every API key, as a future release of the service will. */
  apiKeysAccepted: boolean;
}

/**
 * Finds out who makes the request and leaves it for `identityOf`; a request without a valid credential is
 * answered 401. The credential is a bearer token or, deprecated, an API key (spec, section 5).
 */
export function authenticate(deps: AuthenticateDeps): RequestHandler {
  const refusal =
    'API keys are refused here; send a bearer token (Authorization: Bearer …) instead of x-api-key';
  return createAuthenticator(deps, deps.apiKeysAccepted ? undefined : refusal);
}

/** Like `authenticate`, but for routes where API keys were never accepted. */
export function bearerOnly(deps: AuthenticateDeps): RequestHandler {
  return createAuthenticator(
    deps,
    'This route takes no API key; send a bearer token (Authorization: Bearer …)',
  );
}

function createAuthenticator(deps: AuthenticateDeps, keyRefusal: string | undefined): RequestHandler {
  return async (req, res, next) => {
    const authorization = req.headers.authorization;
    const apiKey = req.headers['x-api-key'];
    if (authorization !== undefined) {
      res.locals.identity = await identifyBearer(deps, req, authorization);
    } else if (typeof apiKey === 'string') {
      if (keyRefusal !== undefined) throw unauthorized(keyRefusal, 'api-key-refused');
      announceDeprecation(res, deps.urls);
      res.locals.identity = await identifyApiKey(deps, apiKey);
    } else {
      throw unauthorized(
        'A credential is required: Authorization: Bearer <access token>, or x-api-key: <API key>',
        'credential-missing',
      );
    }
    const { identity } = res.locals;
    const clock = identity && deps.clocks.of(identity.accountId);
    if (clock && clock !== deps.clocks.shared) stampDate(res, clock);
    next();
  };
}

async function identifyBearer(
  deps: AuthenticateDeps,
  req: Request,
  authorization: string,
): Promise<Identity> {
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1];
  // Node keeps only the first of several.
  if (token === undefined || req.headersDistinct['authorization']?.length !== 1) {
    throw unauthorized('Authorization must be Bearer <access token>, sent once', 'authorization');
  }
  if (token.startsWith('mp_')) {
    throw invalidToken('This is an API key, not an access token: send it as x-api-key', 'token-invalid');
  }
  try {
    const { subject, accountId } = await deps.tokens.verifyAccessToken(token);
    const user =
      isUuid(subject) && isUuid(accountId) ? await deps.store.getUser(accountId, subject) : undefined;
    if (!user) throw new InvalidTokenError('the user of the access token does not exist');
    return {
      kind: 'user',
      id: user.id,
      accountId,
      entityIds: null,
      rateLimits: { minute: null, hour: null },
      sender: { kind: 'user', id: user.id },
    };
  } catch (error) {
    if (error instanceof InvalidTokenError) {
      throw invalidToken(`Unauthorized: ${error.message}`, error.rule, error);
    }
    throw error;
  }
}

async function identifyApiKey(deps: AuthenticateDeps, apiKey: string): Promise<Identity> {
  // By the digest: how long the search takes tells nothing of the key. No cache: a revocation acts at once.
  const key = await deps.store.findApiKey(apiKeyDigest(apiKey));
  // Node joins several x-api-key headers with a comma, which is then no key of anybody's.
  if (!key) {
    throw unauthorized(
      apiKey.includes(',') ? 'Send x-api-key once' : 'The API key is not known here',
      'api-key-unknown',
    );
  }
  const now = deps.clocks.of(key.accountId).now();
  if (key.revokedAt !== null) throw unauthorized('The API key has been revoked', 'api-key-revoked');
  if (key.expiresAt !== null && key.expiresAt <= now)
    throw unauthorized('The API key has expired', 'api-key-expired');
  deps.keyUses.remember(key, now);
  return {
    kind: 'api-key',
    id: key.id,
    accountId: key.accountId,
    entityIds: key.entityIds,
    rateLimits: { minute: key.rateLimitMinute, hour: key.rateLimitHour },
    sender: { kind: 'api-key', id: key.id },
  };
}

/** RFC 9745: the field, and where to read what to do. */
function announceDeprecation(res: Response, urls: Pick<ServiceUrls, 'baseUrl'>): void {
  res.setHeader('Deprecation', DEPRECATED_SINCE);
  res.setHeader('Link', `<${urls.baseUrl()}/docs#migration>; rel="deprecation"; type="text/html"`);
}

function unauthorized(message: string, rule: string): HttpError {
  return new HttpError(401, message, { headers: { 'WWW-Authenticate': 'Bearer' }, rule });
}

function invalidToken(message: string, rule: string, cause?: unknown): HttpError {
  return new HttpError(401, message, {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    rule,
    cause,
  });
}
