import { afterAll, describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../src/store/store.ts';
import { accountRequests } from './openapi/account-requests.ts';
import { controlRequests } from './openapi/control-requests.ts';
import { askingForMore, documentedOperations } from './openapi/documented-operations.ts';
import { doraRequests } from './openapi/dora-requests.ts';
import { eventRequests } from './openapi/event-requests.ts';
import { failingStore } from './openapi/failing-store.ts';
import { incidentRequests } from './openapi/incident-requests.ts';
import { openRequests } from './openapi/open-requests.ts';
import { startProxiedService } from './openapi/proxied-service.ts';
import { repoRequests } from './openapi/repo-requests.ts';
import { EXCEPTIONS, type RequestRow } from './openapi/request-row.ts';
import { stateRequests } from './openapi/state-requests.ts';
import type { ProxiedAnswer } from './openapi/validating-proxy.ts';
import type { TestService } from './service.fixture.ts';

const store = failingStore();
const ordinary = await startProxiedService();
const limited = await startProxiedService({ rateLimits: { minute: 2, hour: 2 } });
const failing = await startProxiedService({}, store);
afterAll(() => Promise.all([ordinary.stop(), limited.stop(), failing.stop()]));

const { service, document } = ordinary;
const operations = documentedOperations(document);
const table = await prepareTable(service);

/** Stores what the requests of the table ask for. */
async function prepareTable({ send, post, bearer }: TestService): Promise<RequestRow[]> {
  const attributes = { env: 'production' };
  const timestamp = '2026-02-28T12:00:00Z';
  const sent = await send([{ type: 'event-deploy', entityId: 'checkout', timestamp, attributes }]);
  await post('/_control/calculate', {});
  const key = await post('/api-keys', { name: 'to be revoked' }, await bearer());
  const fault = await post('/_control/faults', { match: { path: '/tea' }, do: { status: 418 } });
  const schema = { type: 'object', properties: { version: { type: 'string' } } };
  await post('/blueprints', { shortId: 'event-release', name: 'Release', schema });
  const kept = await post('/incidents', { title: 'kept' });
  const gone = await post('/incidents', { title: 'to be deleted' });
  const repo = async (...entityIds: string[]) => {
    const { body } = await post('/repos', { name: 'repo', entityIds });
    return String(body.id);
  };
  const repos = {
    kept: await repo('checkout'),
    shared: await repo('checkout', 'payments'),
    gone: await repo('checkout'),
  };
  const account = await post('/_control/accounts', {});
  const accountGone = await post('/_control/accounts', {});
  const snapshots = {
    account: (await post('/_control/snapshot', undefined, { key: account.body.key })).body,
    emulator: (await post('/_control/snapshot', undefined)).body,
  };
  return [
    ...eventRequests({ eventId: sent.body.success[0].id }),
    ...accountRequests({ keyId: key.body.id }),
    ...incidentRequests({ kept: kept.body.id, gone: gone.body.id }),
    ...repoRequests(repos),
    ...doraRequests(),
    ...openRequests(),
    ...controlRequests({ faultId: fault.body.id }),
    ...stateRequests({ gone: accountGone.body.accountId, kept: account.body, snapshots }),
  ];
}

/** Headers that mean something to a client of the API, and so have to be in the document. */
const API_HEADERS = [
  'x-request-id',
  'allow',
  'cache-control',
  'deprecation',
  'etag',
  'idempotency-replayed',
  'link',
  'location',
  'preference-applied',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
];

const observed = new Set<string>();
const exceptionsUsed = new Set<string>();

const CLEARS = 'removeFaults';

/** The answer is the one that the row wants, and one that the document has. */
function expectDocumented({ operation, status }: RequestRow, answer: ProxiedAnswer): void {
  expect(answer.status).toBe(status);
  expect(answer.responseViolations).toEqual([]);
  if (operation === null) return;
  observed.add(`${operation} ${status}`);
  const documented = operations.find(({ id }) => id === operation)?.answers.get(status);
  expect(API_HEADERS.filter((name) => name in answer.headers && !documented?.has(name))).toEqual([]);
}

/** A request of an operation that nothing is wrong with. */
function validRow(operation: string, rows = table): RequestRow {
  const row = rows.find((each) => each.operation === operation && each.status < 300);
  if (!row) throw new Error(`No row of the table shows a valid request of ${operation}`);
  return row;
}

// First: the rows leave little of the accounts and their keys.
describe('with a key that is limited to certain entities', () => {
  const controls = operations.filter(({ path }) => path.startsWith('/_control/'));

  it.each(controls.map(({ id }) => id))('%s is 403', async (operation) => {
    const row: RequestRow = { ...validRow(operation), as: 'limited key', status: 403 };
    expectDocumented(row, await ordinary.send(row));
  });
});

describe('a request that the document calls valid is not refused as invalid, one that it calls invalid is', () => {
  it.each(table.map((row) => [`${row.operation}: ${row.name} is ${row.status}`, row] as const))(
    '%s',
    async (_name, row) => {
      const answer = await ordinary.send(row);
      expectDocumented(row, answer);
      const valid = answer.requestViolations.length === 0;
      if (!valid) expect(answer.status, answer.requestViolations.join('\n')).toBeGreaterThanOrEqual(400);
      if (!valid) expect(answer.status).toBeLessThan(500);
      expect({ validButRefused: valid && answer.status === 400 }).toEqual({
        validButRefused: row.exception !== undefined,
      });
      if (row.exception) exceptionsUsed.add(row.exception);
    },
  );

  it('each of the exceptions is one', () => {
    expect([...exceptionsUsed].sort()).toEqual([...EXCEPTIONS].sort());
  });
});

describe('answers that do not depend on the request are as the document has them', () => {
  const guarded = operations.filter(({ needsCredential }) => needsCredential);
  const counted = guarded.filter(({ answers }) => answers.has(429));
  // Those without a credential first: whoever has verified a token keeps the keys.
  const stored = operations
    .filter(({ answers }) => answers.has(500))
    .sort((a, b) => Number(a.needsCredential) - Number(b.needsCredential));

  it.each(guarded.map(({ id }) => id))('%s without a credential is 401', async (operation) => {
    const row: RequestRow = { ...validRow(operation), as: null, status: 401 };
    const answer = await ordinary.send(row);
    expectDocumented(row, answer);
    expect(answer.requestViolations).not.toEqual([]);
  });

  it.each(counted.map(({ id }) => id))('%s over the rate limit is 429', async (operation) => {
    const row: RequestRow = { ...validRow(operation), status: 429 };
    await limited.send(row);
    await limited.send(row);
    expectDocumented(row, await limited.send(row));
  });

  it.each(stored.map(({ id }) => id))(
    '%s with a broken store is 500, and with a full one 503',
    async (operation) => {
      const row = validRow(operation);
      store.failWith(undefined);
      await failing.credential(row.as);
      store.failWith(new Error('broken'));
      expectDocumented({ ...row, status: 500 }, await failing.send(row));
      store.failWith(new StoreUnavailableError('full'));
      expectDocumented({ ...row, status: 503 }, await failing.send(row));
    },
  );

  // Directly: Prism fails on such a path.
  it.each([
    ['getEvent', 'GET', '/events/%ff'],
    ['getEntity', 'GET', '/entities/%ff'],
    ['deleteEntity', 'DELETE', '/entities/%ff'],
    ['revokeApiKey', 'DELETE', '/api-keys/%ff'],
    ['getIncident', 'GET', '/incidents/%ff'],
    ['deleteIncident', 'DELETE', '/incidents/%ff'],
    ['getRepo', 'GET', '/repos/%ff'],
    ['deleteRepo', 'DELETE', '/repos/%ff'],
    ['removeFault', 'DELETE', '/_control/faults/%ff'],
    ['removeAccount', 'DELETE', '/_control/accounts/%ff'],
  ])('%s with an id that cannot be decoded is 400', async (operation, method, path) => {
    const { status, headers, body } = await service.call(method, path, await service.bearer());
    const row = { ...validRow(operation), status: 400 };
    const answer = { status, headers: Object.fromEntries(headers) };
    expectDocumented(row, { ...answer, requestViolations: [], responseViolations: [] });
    expect(body).toEqual({ message: expect.any(String) });
  });

  // Directly: Prism takes minutes for such bodies.
  it.each([
    ['createAccount', '/_control/accounts', 16],
    ['plantSeed', '/_control/seed', 16],
    ['restoreSnapshot', '/_control/restore', 128],
  ])('%s with a body that is too large is 413', async (operation, path, mebibytes) => {
    const raw = new Uint8Array(mebibytes * 1024 * 1024 + 1);
    const { status, headers } = await service.call('POST', path, { raw });
    const answer = { status, headers: Object.fromEntries(headers) };
    const row = { ...validRow(operation), status: 413 };
    expectDocumented(row, { ...answer, requestViolations: [], responseViolations: [] });
  });

  it.each([
    ['reset', '/_control/reset'],
    ['restoreSnapshot', '/_control/restore'],
  ])('%s of an account that the controls did not make is 409', async (operation, path) => {
    const id = '11111111-1111-4111-8111-111111111111';
    await service.store.ensureAccount({ id, name: 'Real', createdAt: 0 });
    await service.store.putUser({
      accountId: id,
      id,
      email: 'real@example.com',
      passwordHash: '',
      createdAt: 0,
    });
    const minted = await service.post('/_control/tokens', { accountId: id, sub: id });
    const bearer = { key: null, headers: { authorization: `Bearer ${minted.body.access_token}` } };
    const taken = await service.post('/_control/snapshot', undefined, bearer);
    const { status, headers } = await service.post(path, taken.body, bearer);
    const answer = { status, headers: Object.fromEntries(headers) };
    const row = { ...validRow(operation), status: 409 };
    expectDocumented(row, { ...answer, requestViolations: [], responseViolations: [] });
  });

  it('getReadiness with a full store is 503', async () => {
    store.failWith(new StoreUnavailableError('full'));
    const row: RequestRow = { ...validRow('getReadiness'), status: 503 };
    expectDocumented(row, await failing.send(row));
  });
});

// Prism takes a schema that it cannot compile for one that takes everything.
it('an answer that is not as the document has it is found', async () => {
  const strict = await startProxiedService({}, { edit: askingForMore });
  const rows = await prepareTable(strict.service);
  const seen: string[] = [];
  // Last the one that leaves nothing to remove.
  const inOrder = operations.toSorted((a, b) => Number(a.id === CLEARS) - Number(b.id === CLEARS));
  for (const { id } of inOrder) {
    const answer = await strict.send(validRow(id, rows));
    expect(answer.status, id).toBeLessThan(300);
    if (answer.responseViolations.some((violation) => violation.includes("'never'"))) seen.push(id);
  }
  await strict.stop();
  expect(seen).toEqual(operations.filter(({ answersJson }) => answersJson).map(({ id }) => id));
});

it('every status of every operation was seen', () => {
  const documented = operations.flatMap(({ id, answers }) =>
    [...answers.keys()].map((status) => `${id} ${status}`),
  );
  expect([...observed].sort()).toEqual(documented.sort());
});
