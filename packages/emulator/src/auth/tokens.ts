import { randomUUID } from 'node:crypto';
import type { Clocks } from '../clock.ts';
import type { ServiceUrls } from './service-urls.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Lifetime of a token unless asked otherwise, in seconds. */
export const DEFAULT_TOKEN_LIFETIME = 3600;

/** Granted when no scope is asked for. No id_token then: nobody asked for `openid`. */
export const DEFAULT_SCOPE = 'profile email';

/** RFC 9068; it keeps an id_token from passing as an access token. */
const ACCESS_TOKEN_TYPE = 'at+jwt';

/** A token to be made. */
export interface TokenRequest {
  /** User id. */
  subject: string;
  accountId: string;
  clientId: string;
  /** Granted scopes, separated by spaces. */
  scope: string;
  /** The audience asked for; the API audience is always added. */
  audience?: string | undefined;
  /** Instead of both: for tests of clients that must be refused. */
  onlyAudience?: string | undefined;
  /** Instead of the auth URL, likewise. */
  issuer?: string | undefined;
  /** Seconds from now until it expires; negative makes one that has expired. */
  lifetime?: number | undefined;
  /** Seconds from now until it becomes valid. */
  notBefore?: number | undefined;
  /** A signature that is wrong. */
  badSignature?: boolean | undefined;
}

/** What a valid access token says. */
export interface AccessToken {
  /** User id. */
  subject: string;
  accountId: string;
}

/** Issues and verifies the service's tokens. */
export interface Tokens {
  issueAccessToken(request: TokenRequest): Promise<string>;
  /** An OpenID Connect ID token: about the user, for the client; no access is given for it. */
  issueIdToken(request: TokenRequest & { email: string }): Promise<string>;
  /** @throws InvalidTokenError */
  verifyAccessToken(token: string): Promise<AccessToken>;
}

/** The token is malformed, tampered with, expired, not yet valid, or for somebody else. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';
  /** What of it was broken, for the journal. */
  readonly rule: 'token-expired' | 'token-invalid';

  constructor(message: string, options: { cause?: unknown; expired?: true } = {}) {
    super(message, { cause: options.cause });
    this.rule = options.expired ? 'token-expired' : 'token-invalid';
  }
}

/** Tokens are JWTs signed with RS256; all their instants come from the clock of the account. */
export function createTokens(deps: {
  signingKeys(): Promise<SigningKeys>;
  urls: Pick<ServiceUrls, 'authUrl' | 'audience'>;
  clocks: Clocks;
}): Tokens {
  const { signingKeys, urls, clocks } = deps;

  async function sign(
    type: string,
    request: TokenRequest,
    audience: string[],
    claims: Record<string, string>,
  ) {
    const [{ SignJWT }, { kid, privateKey }] = await Promise.all([import('jose'), signingKeys()]);
    const now = Math.floor(clocks.of(request.accountId).now() / 1000);
    const token = await new SignJWT({ ...claims, account_id: request.accountId })
      .setProtectedHeader({ alg: 'RS256', typ: type, kid })
      .setIssuer(request.issuer ?? urls.authUrl())
      .setAudience(audience)
      .setSubject(request.subject)
      .setIssuedAt(now)
      .setNotBefore(now + (request.notBefore ?? 0))
      .setExpirationTime(now + (request.lifetime ?? DEFAULT_TOKEN_LIFETIME))
      .setJti(randomUUID())
      .sign(privateKey);
    return request.badSignature ? spoilSignature(token) : token;
  }

  return {
    issueAccessToken(request) {
      const both = new Set([request.audience ?? urls.audience(), urls.audience()]);
      const audience = request.onlyAudience === undefined ? [...both] : [request.onlyAudience];
      return sign(ACCESS_TOKEN_TYPE, request, audience, {
        client_id: request.clientId,
        scope: request.scope,
      });
    },

    issueIdToken(request) {
      return sign('JWT', request, [request.clientId], { email: request.email });
    },

    async verifyAccessToken(token) {
      const [{ decodeJwt, errors, jwtVerify }, { publicKey }] = await Promise.all([
        import('jose'),
        signingKeys(),
      ]);
      try {
        // Whose it says it is decides what time it is; a lie about that is found by the signature.
        const { account_id: claimed } = decodeJwt(token);
        const clock = typeof claimed === 'string' ? clocks.of(claimed) : clocks.shared;
        const { payload } = await jwtVerify(token, publicKey, {
          algorithms: ['RS256'],
          typ: ACCESS_TOKEN_TYPE,
          issuer: withAndWithoutSlash(urls.authUrl()),
          audience: withAndWithoutSlash(urls.audience()),
          requiredClaims: ['exp', 'sub', 'account_id'],
          currentDate: new Date(clock.now()),
        });
        const { sub, account_id: accountId } = payload;
        if (typeof sub !== 'string' || typeof accountId !== 'string') {
          throw new InvalidTokenError('the access token does not say whose it is');
        }
        return { subject: sub, accountId };
      } catch (cause) {
        if (cause instanceof errors.JWTExpired) {
          throw new InvalidTokenError('the access token has expired; get a new one', {
            cause,
            expired: true,
          });
        }
        if (!(cause instanceof errors.JOSEError)) throw cause;
        throw new InvalidTokenError(`the access token is not valid: ${cause.message}`, { cause });
      }
    },
  };
}

/** Another letter where the signature begins. */
function spoilSignature(token: string): string {
  const start = token.lastIndexOf('.') + 1;
  return token.slice(0, start) + (token[start] === 'A' ? 'B' : 'A') + token.slice(start + 1);
}

function withAndWithoutSlash(url: string): string[] {
  const plain = url.replace(/\/+$/, '');
  return [plain, `${plain}/`];
}
