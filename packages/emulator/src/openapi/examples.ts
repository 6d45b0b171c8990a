import { blueprints, type deployAttributesSchema } from '@milepost/shared';
import {
  WELL_KNOWN_ACCOUNT,
  WELL_KNOWN_CLIENT_ID,
  WELL_KNOWN_ENTITIES,
  WELL_KNOWN_USER,
} from '../auth/well-known.ts';

const [checkout] = WELL_KNOWN_ENTITIES;
const [deploy] = blueprints;
const accountId = WELL_KNOWN_ACCOUNT.id;
const createdAt = '2026-01-31T09:30:07.512Z';

const deployment = {
  type: deploy.shortId,
  timestamp: '2026-01-31T09:30:00Z',
  entityId: checkout.shortId,
  attributes: {
    env: 'production',
    status: 'success',
    build_commit_sha: '9fceb02d0ae598e95dc970b74767f19372d61af8',
    change_id: 'CHG-1042',
  },
};

const lost = { ...deployment, entityId: 'chekout' };

/** Every attribute of the blueprint, each with a value that could be. */
const allAttributes: Record<keyof typeof deployAttributesSchema.properties, string> = {
  ...deployment.attributes,
  build_id: '4711',
  build_url: 'https://ci.example.com/checkout/4711',
  description: 'Release 2.14.0',
  initiator: 'octocat',
  change_url: 'https://changes.example.com/CHG-1042',
  change_title: 'Pay by instalments',
  change_author: 'ada@example.com',
  change_approver: 'grace@example.com',
  change_window_start: '2026-01-31T09:00:00+01:00',
  change_window_end: '2026-01-31T11:00:00+01:00',
  deployment_start_time: '2026-01-31T09:27:41Z',
};

const entity = {
  ...checkout,
  description: null,
  attributes: {},
  accountId,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

const storedEvent = {
  id: '019c139e-76d8-7a41-9b1e-2d3c4b5a6978',
  type: deploy.shortId,
  entityId: checkout.id,
  blueprintId: deploy.id,
  timestamp: '2026-01-31T09:30:00.000Z',
  accountId,
  attributes: deployment.attributes,
  createdAt,
};

const blueprint = {
  shortId: 'event-release',
  name: 'Release',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['version'],
    properties: { version: { type: 'string' } },
  },
};

const apiKey = {
  id: '019c139e-76d8-7a41-9b1e-2d3c4b5a6979',
  prefix: 'mp_k7Qx2bV9',
  name: 'checkout, production',
  entityIds: [checkout.id],
  createdBy: WELL_KNOWN_USER.id,
  createdAt,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  rateLimits: { minute: null, hour: null },
};

const tooManyRequests = {
  match: { method: 'POST', path: '/events', first: 2 },
  do: { status: 429, headers: { 'Retry-After': '1' }, body: { message: 'Rate limit exceeded' } },
};

/** Bodies to learn from. Each is valid by the schema that it stands beside, and works in a fresh emulator. */
export const examples = {
  deployment: { events: [deployment] },
  everyAttribute: { events: [{ ...deployment, attributes: allAttributes }] },
  otherTypes: {
    events: [
      { type: 'event-build', entityId: checkout.shortId, attributes: { id: '4711', ok: true } },
      {
        type: 'event-commit',
        entityId: checkout.shortId,
        attributes: { sha: '9fceb02d0ae598e95dc970b74767f19372d61af8', parents: [] },
      },
    ],
  },
  stored: { success: [storedEvent], failures: [] },
  partlyStored: {
    success: [storedEvent],
    failures: [{ event: lost, reason: "Entity 'chekout' not found" }],
  },
  storedEvent,
  entity,
  newEntity: { shortId: 'search', name: 'Search', type: 'service' },
  changedEntity: { description: 'Takes the money.', attributes: { team: 'payments' } },
  newBlueprint: blueprint,
  blueprint: { id: '019c139e-76d8-7a41-9b1e-2d3c4b5a6977', ...blueprint, accountId, createdAt },
  apiKey,
  newApiKey: { name: apiKey.name, entityIds: [checkout.shortId] },
  createdApiKey: { ...apiKey, key: 'mp_k7Qx2bV9_3rT8sLw0ZyA5nJc1Hq6Em4Uf7Gd2Kp9X' },
  tooManyRequests,
  lostAnswer: { match: { method: 'POST', path: '/events' }, do: { reset: 'after-commit' }, times: 1 },
  partialSuccess: { do: { partial: [1] }, times: 1 },
  slowRequests: { match: { path: '/*', probability: 0.1, seed: 7 }, do: { latencyMs: 2000 }, ttlMs: 60_000 },
  fault: {
    id: '5f0c2f64-0d0c-4a52-9f3c-5f3d6f0a2a12',
    ...tooManyRequests,
    matched: 1,
    fired: 1,
    left: 1,
    expiresInMs: null,
  },
  journalEntry: {
    id: '17',
    at: createdAt,
    realAt: createdAt,
    method: 'POST',
    path: '/events',
    query: {},
    headers: { 'content-type': 'application/json', 'x-api-key': '[redacted]' },
    accountId,
    credential: { kind: 'api-key', id: 'e0000000-0000-4000-8000-000000000003', shown: 'mp_emulator…' },
    status: 201,
    body: { events: [lost] },
    response: { success: [], failures: [{ event: lost, reason: "Entity 'chekout' not found" }] },
    omitted: false,
    ms: 1.25,
    faults: [],
    refused: [{ rule: 'entity', path: '/events/0/entityId', nearest: 'checkout' }],
    loosened: [],
  },
  run: {
    id: '019c139e-76d8-7a41-9b1e-2d3c4b5a697a',
    startedAt: '2026-02-01T00:00:00.000Z',
    finishedAt: '2026-02-01T00:00:00.250Z',
    state: 'succeeded',
    through: '2026-01-31',
    dirtyChains: 1,
    deployments: 4,
    error: null,
  },
  tokenRequest: {
    grant_type: 'password',
    username: WELL_KNOWN_USER.email,
    password: WELL_KNOWN_USER.password,
    client_id: WELL_KNOWN_CLIENT_ID,
    scope: 'openid profile email',
  },
} as const;

/** A list with one item. */
export function pageWith(item: object) {
  return {
    items: [item],
    pageInfo: {
      currentPage: 1,
      perPage: 50,
      itemCount: 1,
      pageCount: 1,
      hasPreviousPage: false,
      hasNextPage: false,
    },
  };
}
