import type { FromSchema } from 'json-schema-to-ts';

const MAX_COUNT = 1_000_000_000;

/** Which requests a fault is for. */
export const faultMatchSchema = {
  type: 'object',
  additionalProperties: false,
  dependentRequired: { seed: ['probability'] },
  properties: {
    method: {
      type: 'string',
      pattern: '^[A-Za-z]{1,20}$',
      description: 'Method of the request, in any case. GET is not HEAD.',
    },
    path: {
      type: 'string',
      maxLength: 1000,
      pattern: '^/[^?#*]*\\*?$',
      description:
        'Path of the request below the base path, as it is sent, without query; with * at its end, what the path begins with.',
    },
    credential: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description:
        'Who sends: an API key, the id of an API key, the id or email of a user, or the sub of a bearer token. With a credential of the emulator itself the ids of all accounts are known. The token is read, not verified. An API key is never shown again, only its first characters.',
    },
    nth: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_COUNT,
      description: 'Only the nth request that matches; the first is 1.',
    },
    first: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_COUNT,
      description: 'Only the first n requests that match.',
    },
    probability: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description:
        'Share of the matching requests, from 0 to 1, that are hit by chance; the seed decides which.',
    },
    seed: {
      type: 'integer',
      minimum: 0,
      maximum: 4_294_967_295,
      description:
        'The same seed makes the same choices in every run; 0 when left out. Only with probability.',
    },
  },
  description:
    'All of it must be true of a request; what is left out is true of all. method, path and credential decide whether a request matches and is counted, the rest whether the fault then fires.',
} as const;

export type FaultMatch = FromSchema<typeof faultMatchSchema>;
