import { storedInstantSchema } from '@milepost/shared';
import type { FromSchema } from 'json-schema-to-ts';

/** Why a request, or an event of it, was refused. */
export const journalRefusalSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['rule', 'path', 'nearest'],
  properties: {
    rule: { type: 'string', description: 'What was broken, such as enum, unknown-attribute, rate-limit.' },
    path: {
      type: ['string', 'null'],
      description: 'JSON Pointer (RFC 6901) into the body; null when it is not about the body.',
    },
    nearest: { description: 'The valid value nearest to what was sent; null when none can be named.' },
  },
} as const;

const refusals = { type: 'array', items: journalRefusalSchema } as const;

/** A request as GET /_control/requests shows it. */
export const journalEntrySchema = {
  type: 'object',
  additionalProperties: false,
  required: [
    'id',
    'at',
    'realAt',
    'method',
    'path',
    'query',
    'headers',
    'accountId',
    'credential',
    'status',
    'body',
    'response',
    'omitted',
    'ms',
    'faults',
    'refused',
    'loosened',
  ],
  properties: {
    id: { type: 'string', pattern: '^\\d+$', description: 'Grows by one in the order of arrival.' },
    at: {
      ...storedInstantSchema,
      description:
        'When it came by the shared clock; by a clock that its account has alone, when it was answered.',
    },
    realAt: { ...storedInstantSchema, description: "When it came by the machine's clock." },
    method: { type: 'string' },
    path: { type: 'string', description: 'Below the base path, as it was sent, without query.' },
    query: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
      description: 'Decoded; all values of each parameter.',
    },
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'By lower-case names; credentials and the like are `[redacted]`.',
    },
    accountId: {
      type: ['string', 'null'],
      description: 'Whose it was or, when its credential was refused, claimed to be.',
    },
    credential: {
      type: ['object', 'null'],
      additionalProperties: false,
      required: ['kind', 'id', 'shown'],
      properties: {
        kind: { type: 'string', enum: ['api-key', 'user'] },
        id: { type: ['string', 'null'], description: 'Of the key or the user; null for an unknown key.' },
        shown: { type: 'string', description: 'How the key begins, or the sub of the token.' },
      },
      description: 'Also of one that was refused.',
    },
    status: {
      type: 'integer',
      description: '444 when a fault cut the connection, 499 when the caller left before the answer.',
    },
    body: {
      description:
        'The JSON that was sent; the text when it is no JSON, 65,536 characters of it at most; null for none. Passwords, tokens and API keys in it are `[redacted]`.',
    },
    response: {
      description:
        'The JSON or text that was answered, or meant to be, when a fault lost it; null for none, and for pages, files and /metrics.',
    },
    omitted: {
      type: 'boolean',
      description:
        'Whether body or response is missing or cut here: it is too large, was not sent to its end, may hold a password that cannot be told apart, or is old and the newer ones need the room.',
    },
    ms: { type: 'number', description: 'Milliseconds until it was answered.' },
    faults: { type: 'array', items: { type: 'string' }, description: 'Ids of the faults that hit it.' },
    refused: { ...refusals, description: 'Why it, or events of it, were refused.' },
    loosened: { ...refusals, description: 'What was let pass with --loose.' },
  },
} as const;

export type JournalEntryBody = FromSchema<typeof journalEntrySchema>;

/** Body of GET /_control/requests. */
export const journalSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['items'],
  properties: { items: { type: 'array', items: journalEntrySchema } },
} as const;
