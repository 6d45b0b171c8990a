import type { FromSchema } from 'json-schema-to-ts';

/** Seconds; a bit more than thirty years. */
const MAX_SECONDS = 1_000_000_000;

/** Body of POST /_control/tokens. */
export const mintTokenSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    sub: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: "Whose token: a user id. The emulator's own user when left out.",
    },
    accountId: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: "Account of the token. The caller's when left out.",
    },
    expiresIn: {
      type: 'integer',
      minimum: -MAX_SECONDS,
      maximum: MAX_SECONDS,
      description: 'Seconds until it expires; negative for one that has expired.',
    },
    notBefore: {
      type: 'integer',
      minimum: -MAX_SECONDS,
      maximum: MAX_SECONDS,
      description: 'Seconds until it becomes valid; negative for the past. At once when left out.',
    },
    audience: {
      type: 'string',
      minLength: 1,
      maxLength: 1000,
      description: 'The only audience of it. The API audience when left out.',
    },
    issuer: {
      type: 'string',
      minLength: 1,
      maxLength: 1000,
      description: 'Who says to have issued it. The auth URL when left out.',
    },
    badSignature: {
      type: 'boolean',
      description: 'Whether its signature is to be wrong, and all else right.',
    },
  },
} as const;

export type MintTokenBody = FromSchema<typeof mintTokenSchema>;

/** Body of the 200. */
export const mintedTokenSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['access_token'],
  properties: { access_token: { type: 'string' } },
} as const;

export type MintedTokenBody = FromSchema<typeof mintedTokenSchema>;
