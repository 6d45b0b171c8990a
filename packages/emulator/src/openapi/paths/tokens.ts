import { DEFAULT_TOKEN_LIFETIME } from '../../auth/tokens.ts';
import { type Answer, openAnswers, storeTrouble } from '../answers.ts';
import { examples } from '../examples.ts';
import type { HeaderName } from '../headers.ts';
import { type Operation, type Paths, schemaReference } from '../openapi-types.ts';

/** A refusal as RFC 6749 has it. */
function oauthRefusal(
  description: string,
  error: string,
  error_description: string,
  headers: readonly HeaderName[] = [],
): Answer {
  return {
    description,
    schema: 'OAuthError',
    headers: ['Cache-Control', ...headers],
    example: { error, error_description },
  };
}

const tokenRequest = { schema: schemaReference('TokenRequest'), example: examples.tokenRequest };

const issueToken: Operation = {
  operationId: 'issueToken',
  tags: ['Tokens'],
  summary: 'Get a bearer token',
  description: `A token for a user's name and password (spec, section 5; RFC 6749, section 4.3). It lives for ${DEFAULT_TOKEN_LIFETIME / 60} minutes. The client names itself by \`client_id\`, or by HTTP Basic with an empty password (ext). Form encoding is read as well (ext).`,
  security: [],
  requestBody: {
    required: true,
    content: { 'application/json': tokenRequest, 'application/x-www-form-urlencoded': tokenRequest },
  },
  responses: openAnswers({
    200: {
      description: 'The token.',
      schema: 'TokenResponse',
      headers: ['Cache-Control'],
      example: {
        access_token: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJlMDAwMDAwMCJ9.c2lnbmF0dXJl',
        token_type: 'Bearer',
        expires_in: DEFAULT_TOKEN_LIFETIME,
        scope: 'profile email',
      },
    },
    400: oauthRefusal(
      'The request cannot be read or lacks something (`invalid_request`), asks for another grant (`unsupported_grant_type`), or the username or password is wrong (`invalid_grant`).',
      'invalid_grant',
      'wrong username or password',
    ),
    401: oauthRefusal(
      'The client is not known, or sent a secret.',
      'invalid_client',
      'the client_id is not known',
      ['WWW-Authenticate-Basic'],
    ),
    413: oauthRefusal(
      'The body is larger than 64 KiB.',
      'invalid_request',
      'the body is larger than 65536 bytes',
    ),
    429: oauthRefusal(
      'Ten wrong passwords of this user, from this address, in 15 minutes.',
      'too_many_requests',
      'too many wrong passwords; try again in 840 s',
      ['Retry-After'],
    ),
    500: { ...storeTrouble[500], headers: ['Cache-Control'] },
    503: { ...storeTrouble[503], headers: ['Cache-Control', 'Retry-After'] },
  }),
};

const getSigningKeys: Operation = {
  operationId: 'getSigningKeys',
  tags: ['Tokens'],
  summary: 'Get the keys that verify tokens (ext)',
  description: 'The public keys of the service as a JSON Web Key Set (RFC 7517).',
  security: [],
  responses: openAnswers({
    200: { description: 'The keys.', schema: 'JsonWebKeySet' },
    ...storeTrouble,
  }),
};

const getOpenIdConfiguration: Operation = {
  operationId: 'getOpenIdConfiguration',
  tags: ['Tokens'],
  summary: 'Discover the token service (ext)',
  description: 'Where tokens come from and how they are verified (OpenID Connect Discovery 1.0).',
  security: [],
  responses: openAnswers({
    200: { description: 'The configuration.', schema: 'OpenIdConfiguration' },
  }),
};

export const tokenPaths: Paths = {
  '/oauth/token': { post: issueToken },
  '/.well-known/jwks.json': { get: getSigningKeys },
  '/.well-known/openid-configuration': { get: getOpenIdConfiguration },
};
