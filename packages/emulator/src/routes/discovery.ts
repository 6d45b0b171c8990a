import type { RequestHandler, Router } from 'express';
import type { ServiceUrls } from '../auth/service-urls.ts';
import type { SigningKeys } from '../auth/signing-keys.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { sendJson } from '../http/send-json.ts';
import { SUPPORTED_SCOPES } from './oauth.ts';

/**
 * What a client needs to verify the service's tokens: the public keys (RFC 7517), and OpenID Connect
 * Discovery 1.0. No credential is needed.
 */
export function discoveryRoutes(deps: {
  signingKeys(): Promise<SigningKeys>;
  urls: Pick<ServiceUrls, 'authUrl'>;
}): Router {
  const { signingKeys, urls } = deps;
  const router = createRouter();

  const sendKeys: RequestHandler = async (_req, res) => {
    const { publicJwk } = await signingKeys();
    sendJson(res, 200, { keys: [publicJwk] });
  };

  const sendConfiguration: RequestHandler = (_req, res) => {
    const issuer = urls.authUrl();
    sendJson(res, 200, {
      issuer,
      token_endpoint: `${issuer}/oauth/token`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      grant_types_supported: ['password'],
      // Required by the standard; empty because there is no authorization endpoint.
      response_types_supported: [],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
      scopes_supported: SUPPORTED_SCOPES,
      claims_supported: ['iss', 'aud', 'sub', 'iat', 'nbf', 'exp', 'jti', 'account_id', 'email'],
    });
  };

  defineRoute(router, '/.well-known/jwks.json', { get: [sendKeys] });
  defineRoute(router, '/.well-known/openid-configuration', { get: [sendConfiguration] });
  return router;
}
