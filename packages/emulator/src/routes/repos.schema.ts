import { storedInstantSchema } from '@milepost/shared';
import type { FromSchema } from 'json-schema-to-ts';

const name = { type: 'string', minLength: 1, maxLength: 200, description: 'Name for people.' } as const;
const entityIds = {
  type: 'array',
  minItems: 1,
  maxItems: 1000,
  items: { type: 'string', minLength: 1 },
} as const;

/** Body of POST /repos. */
export const createRepoSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'entityIds'],
  properties: {
    name,
    url: {
      type: 'string',
      minLength: 1,
      maxLength: 2000,
      description:
        'Address for git: https, http, ssh or git, or user@host:path, without a password. Its history is read before each calculation.',
    },
    path: {
      type: 'string',
      minLength: 1,
      maxLength: 4000,
      description: "Absolute path on the server's machine, instead of a url.",
    },
    entityIds: {
      ...entityIds,
      description:
        'The entities that are built from it, by id or shortId. An entity may have several repositories.',
    },
  },
} as const;

export type CreateRepoBody = FromSchema<typeof createRepoSchema>;

/** A repository as it is answered. */
export const repoSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'name', 'url', 'path', 'entityIds', 'accountId', 'createdAt', 'readAt', 'readError'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name,
    url: { type: ['string', 'null'], description: 'Address for git, without userinfo.' },
    path: { type: ['string', 'null'], description: "Absolute path on the server's machine." },
    entityIds: { ...entityIds, minItems: 0, description: 'Ids of the entities that are built from it.' },
    accountId: { type: 'string', format: 'uuid' },
    createdAt: storedInstantSchema,
    readAt: {
      type: ['string', 'null'],
      description:
        'When its history was read last; null before that, and for commits that come by hand alone.',
    },
    readError: {
      type: ['string', 'null'],
      description: 'Why the last reading failed; null when it did not.',
    },
  },
} as const;

export type RepoBody = FromSchema<typeof repoSchema>;

/** Most commits of one request. */
export const MAX_COMMITS_PER_REQUEST = 1000;

const sha = {
  type: 'string',
  pattern: '^([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$',
  description: 'The whole sha: 40 or 64 hex digits in any case.',
} as const;

const instant = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$',
} as const;

/** Body of POST /repos/{id}/commits. */
export const addCommitsSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['commits'],
  properties: {
    commits: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_COMMITS_PER_REQUEST,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['sha', 'authoredAt'],
        properties: {
          sha,
          parents: {
            type: 'array',
            maxItems: 100,
            items: sha,
            description: 'None for a root; left out when they are not known.',
          },
          authoredAt: {
            ...instant,
            description: 'ISO 8601 datetime with an offset, such as 2026-01-31T09:30:00+01:00.',
          },
          committedAt: { ...instant, description: 'The same; authoredAt when left out.' },
          message: { type: 'string', maxLength: 10_000, description: 'Its first line is kept.' },
          author: { type: 'string', maxLength: 200 },
        },
      },
    },
  },
} as const;

export type AddCommitsBody = FromSchema<typeof addCommitsSchema>;

/** What became of commits. */
export const addedCommitsSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['accepted', 'known'],
  properties: {
    accepted: {
      type: 'integer',
      minimum: 0,
      description: 'New ones, and those whose parents were not known before.',
    },
    known: { type: 'integer', minimum: 0, description: 'Those that were there already.' },
  },
} as const;

export type AddedCommitsBody = FromSchema<typeof addedCommitsSchema>;
