import type { ValidationErrorsBody } from '@milepost/shared';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApiKey } from '../auth/api-key.ts';
import { type AuthService, bodyOf, START, startAuthService } from '../auth/auth-service.fixture.ts';
import { WELL_KNOWN_API_KEY, WELL_KNOWN_ENTITIES, WELL_KNOWN_USER } from '../auth/well-known.ts';
import type { ApiKeyBody, CreatedApiKeyBody } from './api-keys.schema.ts';

const [checkout, payments] = WELL_KNOWN_ENTITIES;
type Listed = { items: ApiKeyBody[]; pageInfo: unknown };

let service: AuthService;
let authorization: string;

beforeAll(async () => {
  service = await startAuthService();
  authorization = `Bearer ${await service.signIn()}`;
});
afterAll(() => service[Symbol.asyncDispose]());

function send(method: string, path: string, body?: unknown) {
  const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) };
  return service.request(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
}

async function created(body: unknown): Promise<CreatedApiKeyBody> {
  const response = await send('POST', '/api-keys', body);
  expect(response.status).toBe(201);
  return await bodyOf(response);
}

async function listed(id: string) {
  const { items } = await bodyOf<Listed>(await send('GET', '/api-keys'));
  return items.find((key) => key.id === id);
}

function useKey(key: string) {
  return service.request('/whoami', { headers: { 'x-api-key': key } });
}

test('a created key is shown once and works at once', async () => {
  const response = await send('POST', '/api-keys', { name: 'checkout, production' });
  expect(response.status).toBe(201);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { key, ...rest } = await bodyOf<CreatedApiKeyBody>(response);
  expect(key).toMatch(/^mp_[0-9a-f]{8}_[A-Za-z0-9]{32}$/);
  expect(rest).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    prefix: key.slice(0, 11),
    name: 'checkout, production',
    entityIds: null,
    createdBy: WELL_KNOWN_USER.id,
    createdAt: '2026-03-01T12:00:00.000Z',
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    rateLimits: { minute: null, hour: null },
  });
  expect(await listed(rest.id)).toEqual(rest);
  expect((await useKey(key)).status).toBe(200);
});

test('a list has the keys of the account, without secrets', async () => {
  const { key, id } = await created({ name: 'listed' });
  const response = await send('GET', '/api-keys');
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).not.toContain(key);
  expect(text).not.toContain('digest');
  const { items, pageInfo }: Listed = JSON.parse(text);
  expect(items.map((item) => item.id)).toContain(id);
  expect(pageInfo).toMatchObject({ currentPage: 1, itemCount: items.length, hasNextPage: false });
});

test('a list shows a use of a moment ago', async () => {
  const { key, id } = await created({ name: 'used' });
  await useKey(key);
  expect((await listed(id))?.lastUsedAt).toBe(new Date(service.clock.now()).toISOString());
});

test('a key can be limited to entities, named by id or shortId', async () => {
  const entityIds = [checkout.shortId, payments.id.toUpperCase(), checkout.id];
  const { key, ...rest } = await created({ name: 'narrow', entityIds });
  expect(rest.entityIds).toEqual([checkout.id, payments.id]);
  expect(await (await useKey(key)).json()).toMatchObject({ entityIds: [checkout.id, payments.id] });
});

test('a key can expire', async () => {
  const body = await created({ name: 'short', expiresAt: '2026-03-01T12:00:00.001234+00:00' });
  expect(body.expiresAt).toBe('2026-03-01T12:00:00.001Z');
});

test.each([
  [{}, ['name']],
  [{ name: '' }, ['name']],
  [{ name: ' \u00a0' }, ['name']],
  [{ name: 'x'.repeat(101) }, ['name']],
  [{ name: 'a\u0000b' }, ['name']],
  [{ name: 'a\ud800b' }, ['name']],
  [{ name: 7, expiresAt: 7, entityIds: 'checkout' }, ['name', 'expiresAt', 'entityIds']],
  [{ name: 'x', expiresAt: null }, ['expiresAt']],
  [{ name: 'x', expiresAt: '2026-03-01T12:00:00Z' }, ['expiresAt']],
  [{ name: 'x', expiresAt: '2030-02-30T00:00:00Z' }, ['expiresAt']],
  [{ name: 'x', expiresAt: '2030-01-01' }, ['expiresAt']],
  [{ name: 'x', expiresAt: '2030-01-01T00:00:00+01:00' }, ['expiresAt']],
  [{ name: 'x', entityIds: [] }, ['entityIds']],
  [{ name: 'x', entityIds: ['checkout', 7] }, ['entityIds[1]']],
  [{ name: 'x', entityIds: ['nothing', 'checkout', 'Not a shortId'] }, ['entityIds[0]', 'entityIds[2]']],
  [{ name: 'x', expiry: 1, scope: 'all' }, ['expiry', 'scope']],
])('%j is 400 at %j', async (body, paths) => {
  const response = await send('POST', '/api-keys', body);
  expect(response.status).toBe(400);
  const { errors } = await bodyOf<ValidationErrorsBody>(response);
  expect(new Set(errors.map(({ path }) => path))).toEqual(new Set(paths));
  for (const error of errors) {
    expect(error).toEqual({
      type: 'field',
      location: 'body',
      path: expect.any(String),
      msg: expect.stringMatching(/\w/),
    });
  }
});

test.each([[[]], [null], ['x']])('the body %j is 400 with a message', async (body) => {
  const response = await send('POST', '/api-keys', body);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ message: 'The body must be a JSON object.' });
});

test('a revoked key is refused at once, and stays in the list', async () => {
  const { key, id } = await created({ name: 'leaked' });
  const response = await send('DELETE', `/api-keys/${id.toUpperCase()}`);
  expect(response.status).toBe(204);
  expect(await response.text()).toBe('');
  expect((await useKey(key)).status).toBe(401);
  expect((await listed(id))?.revokedAt).toBe(new Date(service.clock.now()).toISOString());
  expect((await send('DELETE', `/api-keys/${id}`)).status).toBe(204);
});

test('what is no key of the account is 404', async () => {
  const other = { id: 'e0000000-0000-4000-8000-0000000000aa', name: 'Other', createdAt: START };
  await service.store.ensureAccount(other);
  const { key, record } = makeApiKey({
    accountId: other.id,
    name: 'theirs',
    createdBy: 'cli',
    createdAt: START,
  });
  await service.store.putApiKey(record);
  for (const id of [record.id, 'e0000000-0000-4000-8000-0000000000bb', 'not-a-uuid', '%00']) {
    const response = await send('DELETE', `/api-keys/${id}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: expect.any(String) });
  }
  expect(await listed(record.id)).toBeUndefined();
  expect((await useKey(key)).status).toBe(200);
});

test('an API key manages no keys', async () => {
  const response = await service.request('/api-keys', { headers: { 'x-api-key': WELL_KNOWN_API_KEY } });
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toBe('Bearer');
});
