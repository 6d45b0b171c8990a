import { WELL_KNOWN_API_KEY, WELL_KNOWN_CLIENT_ID, WELL_KNOWN_USER } from '../auth/well-known.ts';
import type { SUPPORTED_SCOPES } from '../routes/oauth.ts';

const SCOPES: Readonly<Record<(typeof SUPPORTED_SCOPES)[number], string>> = {
  openid: 'An id_token beside the access token.',
  profile: 'Who the user is.',
  email: "The user's address.",
};

/** Ways to say who makes a request (spec, section 5). */
export function securitySchemes(authUrl: string, baseUrl: string) {
  return {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'Recommended. `Authorization: Bearer <access token>`, with a token from POST /oauth/token. When `Authorization` is present, it alone counts.',
    },
    oauth2: {
      type: 'oauth2',
      description: `Gets the bearer token here. In emulator mode the user is \`${WELL_KNOWN_USER.email}\` with the password \`${WELL_KNOWN_USER.password}\`, and the client \`${WELL_KNOWN_CLIENT_ID}\`, which has no secret.`,
      flows: { password: { tokenUrl: `${authUrl}/oauth/token`, scopes: SCOPES } },
    },
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'x-api-key',
      description: `**Deprecated** in favour of bearer tokens (spec, section 9): see [moving to bearer tokens](${baseUrl}/docs#migration). Never accepted on /api-keys. In emulator mode the key is \`${WELL_KNOWN_API_KEY}\`, unless the service was started with another.`,
      // OpenAPI 3.1 has no keyword for it; 3.2 has this one without `x-`.
      'x-deprecated': true,
    },
  } as const;
}

/** A credential of either kind. */
export const ANY_CREDENTIAL = [{ bearer: [] }, { oauth2: [] }, { apiKey: [] }] as const;
/** A token. */
export const BEARER_ONLY = [{ bearer: [] }, { oauth2: [] }] as const;
