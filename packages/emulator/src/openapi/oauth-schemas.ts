import type { OAuthErrorCode } from '../auth/oauth-error.ts';
import { SUPPORTED_SCOPES } from '../routes/oauth.ts';

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;
const url = { type: 'string', format: 'uri' } as const;

const ERROR_CODES = {
  invalid_request: true,
  invalid_client: true,
  invalid_grant: true,
  unsupported_grant_type: true,
  too_many_requests: true,
} satisfies Record<OAuthErrorCode, true>;

/** What `auth/token-request.ts` reads; what else comes is ignored. */
const tokenRequest = {
  type: 'object',
  required: ['grant_type', 'username', 'password'],
  properties: {
    grant_type: { type: 'string', enum: ['password'] },
    username: { type: 'string', minLength: 1, description: 'Email address of the user.' },
    password: { type: 'string', minLength: 1, format: 'password' },
    audience: { type: 'string', description: 'The API audience; it is in the token in any case.' },
    client_id: {
      type: 'string',
      description: 'Required here, unless the client names itself by HTTP Basic.',
    },
    scope: {
      type: 'string',
      description: `Any of ${SUPPORTED_SCOPES.join(', ')}, separated by spaces; others are ignored.`,
    },
  },
} as const;

const tokenResponse = {
  type: 'object',
  additionalProperties: false,
  required: ['access_token', 'token_type', 'expires_in', 'scope'],
  properties: {
    access_token: { type: 'string', description: 'A JWT (RS256); send it as Authorization: Bearer.' },
    token_type: { type: 'string', enum: ['Bearer'] },
    expires_in: { type: 'integer', description: 'Seconds.' },
    scope: { type: 'string', description: 'What was granted.' },
    id_token: { type: 'string', description: 'A JWT about the user, when `openid` was asked for.' },
  },
} as const;

const oauthError = {
  type: 'object',
  additionalProperties: false,
  required: ['error', 'error_description'],
  properties: {
    error: { type: 'string', enum: Object.keys(ERROR_CODES) },
    error_description: { type: 'string' },
  },
} as const;

const keySet = {
  type: 'object',
  required: ['keys'],
  properties: {
    keys: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['kty', 'kid', 'alg', 'use', 'n', 'e'],
        properties: {
          kty: { type: 'string', enum: ['RSA'] },
          kid: text,
          alg: { type: 'string', enum: ['RS256'] },
          use: { type: 'string', enum: ['sig'] },
          n: text,
          e: text,
        },
      },
    },
  },
} as const;

const openIdConfiguration = {
  type: 'object',
  required: [
    'issuer',
    'token_endpoint',
    'jwks_uri',
    'response_types_supported',
    'subject_types_supported',
    'id_token_signing_alg_values_supported',
  ],
  properties: {
    issuer: url,
    token_endpoint: url,
    jwks_uri: url,
    grant_types_supported: texts,
    response_types_supported: texts,
    subject_types_supported: texts,
    id_token_signing_alg_values_supported: texts,
    token_endpoint_auth_methods_supported: texts,
    scopes_supported: texts,
    claims_supported: texts,
  },
} as const;

/** Shapes of the token endpoint (RFC 6749) and of discovery (RFC 7517, OpenID Connect Discovery 1.0). */
export const oauthSchemas = {
  TokenRequest: tokenRequest,
  TokenResponse: tokenResponse,
  OAuthError: oauthError,
  JsonWebKeySet: keySet,
  OpenIdConfiguration: openIdConfiguration,
} as const;
