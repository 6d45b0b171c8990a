import { cursor } from './event-requests.ts';
import { type Exception, type RequestRow, rowsOf } from './request-row.ts';

const CALENDAR: Exception = 'an instant or day that does not exist, or is past where it must not be';
const UNKNOWN: Exception = 'a type, an entity or a password that is not the right one';
const QUERY: Exception = 'a query parameter that is unknown, or a cursor that is none of ours';
const SCHEMA: Exception = 'a blueprint whose schema is no JSON Schema, or not one of an object';

const large = 'x'.repeat(1024 * 1024);

function entityRequests(): RequestRow[] {
  const list = rowsOf('listEntities', 'GET', '/entities');
  const create = rowsOf('createEntity', 'POST', '/entities');
  const get = rowsOf('getEntity', 'GET', '/entities/{id}');
  const update = rowsOf('updateEntity', 'PATCH', '/entities/checkout');
  const remove = rowsOf('deleteEntity', 'DELETE', '/entities/{id}');
  return [
    list(200, 'all'),
    ...['type=service', 'limit=1', `cursor=${cursor('entities', 1, 2, 'checkout')}`].map((query) =>
      list(200, query, { path: `/entities?${query}` }),
    ),
    ...['type=Service', 'limit=0'].map((query) => list(400, query, { path: `/entities?${query}` })),
    list(400, 'name=Checkout', { path: '/entities?name=Checkout', exception: QUERY }),

    create(201, 'only a shortId', { json: { shortId: 'search' } }),
    create(201, 'everything', {
      json: {
        shortId: 'a'.repeat(63),
        name: 'A',
        type: 'component',
        description: '',
        attributes: { team: [1] },
      },
      as: 'bearer',
    }),
    create(409, 'a shortId that is taken', { json: { shortId: 'checkout' } }),
    create(403, 'with a limited key', { json: { shortId: 'other' }, as: 'limited key' }),
    create(413, 'more than 1 MiB', { json: { shortId: 'other', description: large } }),
    create(400, 'no shortId', { json: { name: 'Search' } }),
    ...['', 'Search', '-search', 'a'.repeat(64), 'e0000000-0000-4000-8000-000000000011', null].map(
      (shortId) => create(400, `shortId ${JSON.stringify(shortId)}`, { json: { shortId } }),
    ),
    ...[
      { name: '' },
      { name: 'x'.repeat(201) },
      { type: 'library' },
      { description: null },
      { description: 'x'.repeat(10_001) },
      { attributes: [] },
      { id: 'mine' },
    ].map((member) =>
      create(400, JSON.stringify(member).slice(0, 40), { json: { shortId: 'other', ...member } }),
    ),
    create(400, 'a list', { json: [] }),
    create(400, 'not JSON', { text: 'search' }),

    get(200, 'by shortId', { path: '/entities/checkout' }),
    get(200, 'by id', { path: '/entities/E0000000-0000-4000-8000-000000000011' }),
    get(404, 'an entity of nobody', { path: '/entities/nowhere' }),
    get(404, 'what cannot be one', { path: '/entities/No%20Such' }),

    update(200, 'nothing', { json: {} }),
    update(200, 'everything', {
      json: {
        shortId: 'checkout',
        name: 'Checkout',
        type: 'service',
        description: 'Pays',
        attributes: { a: 1 },
      },
    }),
    update(200, 'cleared', { json: { description: null, attributes: null } }),
    update(400, 'a name that is null', { json: { name: null } }),
    update(400, 'an unknown member', { json: { accountId: 'other' } }),
    update(400, 'a shortId in upper case', { json: { shortId: 'Checkout' } }),
    update(400, 'no body'),
    update(403, 'with a limited key', { json: {}, as: 'limited key' }),
    update(404, 'an entity of nobody', { json: {}, path: '/entities/nowhere' }),
    update(409, 'a shortId that is taken', { json: { shortId: 'payments' } }),
    update(413, 'more than 1 MiB', { json: { description: large } }),

    remove(403, 'with a limited key', { path: '/entities/search', as: 'limited key' }),
    remove(204, 'one without events', { path: '/entities/search' }),
    remove(404, 'one that is gone', { path: '/entities/search' }),
    remove(409, 'one with events', { path: '/entities/checkout' }),
  ];
}

function blueprintRequests(): RequestRow[] {
  const list = rowsOf('listBlueprints', 'GET', '/blueprints');
  const create = rowsOf('createBlueprint', 'POST', '/blueprints');
  const blueprint = { shortId: 'event-drill', name: 'Drill', schema: { type: 'object' } };
  return [
    list(200, 'all'),
    list(200, 'limit=2', { path: '/blueprints?limit=2&offset=3' }),
    list(400, 'limit=all', { path: '/blueprints?limit=all' }),
    create(201, 'any attributes', { json: blueprint }),
    create(409, 'again', { json: blueprint }),
    create(409, 'a built-in one', { json: { ...blueprint, shortId: 'event-deploy' } }),
    create(403, 'with a limited key', { json: blueprint, as: 'limited key' }),
    create(413, 'more than 1 MiB', { json: { ...blueprint, name: large } }),
    ...['shortId', 'name', 'schema'].map((name) =>
      create(400, `no ${name}`, { json: { ...blueprint, [name]: undefined } }),
    ),
    create(400, 'a schema that is true', { json: { ...blueprint, schema: true } }),
    create(400, 'an unknown member', { json: { ...blueprint, id: 'mine' } }),
    ...[
      {},
      { type: 'string' },
      { type: 'object', required: 'env' },
      { type: 'object', $ref: 'https://e.g/s' },
    ].map((schema) =>
      create(400, `schema ${JSON.stringify(schema)}`, { json: { ...blueprint, schema }, exception: SCHEMA }),
    ),
  ];
}

function apiKeyRequests({ keyId }: { keyId: string }): RequestRow[] {
  const bearer = { as: 'bearer' } as const;
  const list = rowsOf('listApiKeys', 'GET', '/api-keys');
  const create = rowsOf('createApiKey', 'POST', '/api-keys');
  const revoke = rowsOf('revokeApiKey', 'DELETE', '/api-keys/{id}');
  const expiresAt = '2030-01-01T00:00:00Z';
  return [
    list(200, 'all', bearer),
    list(200, 'limit=1', { path: '/api-keys?limit=1', ...bearer }),
    list(400, 'limit=0', { path: '/api-keys?limit=0', ...bearer }),
    list(401, 'with an API key'),
    create(201, 'only a name', { json: { name: 'ci' }, ...bearer }),
    create(201, 'everything', { json: { name: 'ci', expiresAt, entityIds: ['checkout'] }, ...bearer }),
    create(401, 'with an API key', { json: { name: 'ci' } }),
    create(413, 'more than 1 MiB', { json: { name: large }, ...bearer }),
    ...[
      {},
      { name: ' ' },
      { name: 'a\nb' },
      { name: 'x'.repeat(101) },
      { name: 'ci', entityIds: [] },
      { name: 'ci', entityIds: 'checkout' },
      { name: 'ci', expiresAt: 'tomorrow' },
      { name: 'ci', expiresAt: null },
      { name: 'ci', scope: 'all' },
    ].map((json) => create(400, JSON.stringify(json).slice(0, 60), { json, ...bearer })),
    create(400, 'expired already', {
      json: { name: 'ci', expiresAt: '2020-01-01T00:00:00Z' },
      exception: CALENDAR,
      ...bearer,
    }),
    create(400, 'an entity of nobody', {
      json: { name: 'ci', entityIds: ['nowhere'] },
      exception: UNKNOWN,
      ...bearer,
    }),
    revoke(204, 'a key', { path: `/api-keys/${keyId}`, ...bearer }),
    revoke(404, 'a key of nobody', { path: '/api-keys/00000000-0000-4000-8000-000000000000', ...bearer }),
    revoke(404, 'no id at all', { path: '/api-keys/nothing', ...bearer }),
  ];
}

export function accountRequests(ids: { keyId: string }): RequestRow[] {
  return [...entityRequests(), ...blueprintRequests(), ...apiKeyRequests(ids)];
}
