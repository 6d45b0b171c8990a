import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WELL_KNOWN_ACCOUNT, WELL_KNOWN_API_KEY, WELL_KNOWN_USER } from '../../src/auth/well-known.ts';
import { startTestService, type TestService } from '../service.fixture.ts';
import { addFault } from './faults.fixture.ts';
import { inWords, readJournal, sendBytes, waitForEntry } from './journal.fixture.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service[Symbol.asyncDispose]());

const KEY = { 'x-api-key': WELL_KNOWN_API_KEY };
const JSON_TYPE = { 'content-type': 'application/json' };
const deployment = { type: 'event-deploy', entityId: 'checkout', attributes: { env: 'production' } };

describe('an entry', () => {
  it('shows what was asked and answered', async () => {
    await service.call('PUT', '/_control/clock', { json: { mode: 'frozen', now: '2026-05-01T00:00:00Z' } });
    const sent = await service.send([deployment], { headers: { 'Idempotency-Key': 'one', 'X-Team': 'é' } });
    expect(await readJournal(service)).toEqual([
      {
        id: '1',
        at: '2026-05-01T00:00:00.000Z',
        realAt: '2026-03-01T12:00:00.000Z',
        method: 'POST',
        path: '/events',
        query: {},
        headers: expect.objectContaining({
          'content-type': 'application/json',
          'idempotency-key': 'one',
          'x-api-key': '[redacted]',
        }),
        accountId: WELL_KNOWN_ACCOUNT.id,
        credential: {
          kind: 'api-key',
          id: 'e0000000-0000-4000-8000-000000000003',
          shown: 'mp_emulator…',
        },
        status: 201,
        body: { events: [deployment] },
        response: sent.body,
        omitted: false,
        ms: expect.any(Number),
        faults: [],
        refused: [],
        loosened: [],
      },
    ]);
  });

  it.each([
    ['Unicode', { name: 'Zürich 🚀 \u2028', shortId: 'zh' }],
    ['odd member names', JSON.parse('{"name": "x", "__proto__": {"a": 1}, "": [null, true, 1.5]}')],
  ])('has the body as it was sent: %s', async (_name, json) => {
    await service.post('/entities', json);
    const [entry] = await readJournal(service);
    expect(JSON.stringify(entry?.body)).toBe(JSON.stringify(json));
  });

  it.each([
    ['?a=1&a=2&b=%C3%A4+%26&c', { a: ['1', '2'], b: ['ä &'], c: [''] }],
    ['?__proto__=x', JSON.parse('{"__proto__": ["x"]}')],
    ['', {}],
  ])('has all values of the query %s', async (query, values) => {
    await service.get(`/entities${query}`);
    expect(await readJournal(service)).toMatchObject([{ path: '/entities', query: values }]);
  });

  it('of a user has the sub', async () => {
    await service.get('/entities', await service.bearer());
    expect((await readJournal(service)).map(({ path, credential }) => [path, credential])).toEqual([
      ['/oauth/token', null],
      ['/entities', { kind: 'user', id: WELL_KNOWN_USER.id, shown: WELL_KNOWN_USER.id }],
    ]);
  });

  it('says whose a request claims to be that was refused', async () => {
    const { body } = await service.post('/_control/tokens', { sub: 'robot', expiresIn: -1 });
    const expired = { authorization: `Bearer ${body.access_token}` };
    await service.get('/entities', { key: null, headers: expired });
    await service.get('/entities', { key: 'mp_unknown1_secret' });
    await service.get('/entities', { key: null });
    const accountId = WELL_KNOWN_ACCOUNT.id;
    expect(await readJournal(service)).toMatchObject([
      { status: 401, accountId, credential: { kind: 'user', id: 'robot', shown: 'robot' } },
      { status: 401, accountId: null, credential: { kind: 'api-key', id: null, shown: 'mp_unknown1…' } },
      { status: 401, accountId: null, credential: null },
    ]);
  });

  it.each([
    ['GET', '/nowhere', 404],
    ['DELETE', '/events', 405],
    ['GET', '/events/%ff', 400],
    ['GET', '/openapi.json', 200],
    ['POST', '/%5Fcontrol/requests', 404],
  ])('%s %s is in it with its path as it was sent', async (method, path, status) => {
    await service.call(method, path);
    expect(await readJournal(service)).toMatchObject([{ method, path, status, body: null }]);
  });

  it('a HEAD has no response, a page none that is shown', async () => {
    await service.call('HEAD', '/entities');
    await service.get('/docs');
    expect(await readJournal(service)).toMatchObject([
      { method: 'HEAD', status: 200, response: null, omitted: false },
      { path: '/docs', status: 200, response: null },
    ]);
  });

  it('has the CSV of an answer', async () => {
    const { text } = await service.get('/dora?from=2026-02-01&to=2026-02-02', {
      headers: { accept: 'text/csv' },
    });
    expect(text).toContain('\r\n');
    expect(await readJournal(service)).toMatchObject([{ status: 200, response: text }]);
  });
});

describe('in the journal is', () => {
  it('neither a call of the controls nor a probe', async () => {
    for (const path of ['/_control/faults', '/_control', '/livez', '/readyz', '/livez?verbose']) {
      await service.get(path, { key: null });
    }
    expect(await readJournal(service)).toEqual([]);
    expect(await readJournal(service)).toEqual([]);
  });

  it('a request by its absolute form, and each of several on one connection, in their order', async () => {
    const requests = [
      inWords('GET http://localhost/milepost/entities?limit=1 HTTP/1.1', KEY),
      inWords('POST /milepost/entities HTTP/1.1', { ...KEY, ...JSON_TYPE, 'content-length': '2' }, '{}'),
      inWords('POST /milepost/events HTTP/1.1', { 'content-length': '4' }, '"no"'),
      inWords('GET /milepost/blueprints HTTP/1.1', { ...KEY, connection: 'close' }),
    ];
    await sendBytes(service, requests.join(''));
    expect(
      (await readJournal(service, '?wait=10s&count=4')).map(({ id, method, path, status, body }) => [
        id,
        method,
        path,
        status,
        body,
      ]),
    ).toEqual([
      ['1', 'GET', '/entities', 200, null],
      ['2', 'POST', '/entities', 400, {}],
      ['3', 'POST', '/events', 401, 'no'],
      ['4', 'GET', '/blueprints', 200, null],
    ]);
  });

  it('not what is no HTTP, nor what is outside of the base path', async () => {
    await sendBytes(service, 'nonsense\r\n\r\n');
    await sendBytes(service, inWords('GET /elsewhere HTTP/1.1', { connection: 'close' }));
    expect(await readJournal(service)).toEqual([]);
  });

  it('what is under way only when it is complete, and then where it arrived', async () => {
    await addFault(service, { match: { path: '/entities' }, do: { latencyMs: 200 } });
    const slow = service.get('/entities');
    await expect.poll(async () => (await service.get('/_control/faults')).body.items[0].fired).toBe(1);
    await service.get('/blueprints');
    expect(await readJournal(service)).toMatchObject([{ id: '2', path: '/blueprints' }]);
    await slow;
    expect(await readJournal(service)).toMatchObject([{ id: '1' }, { id: '2' }]);
  });

  it('a caller that leaves, with 499', async () => {
    await addFault(service, { match: { path: '/entities' }, do: { latencyMs: 60_000 } });
    const leaving = new AbortController();
    const left = fetch(`${service.url}/entities`, { headers: KEY, signal: leaving.signal });
    await expect.poll(async () => (await service.get('/_control/faults')).body.items[0].fired).toBe(1);
    leaving.abort();
    await expect(left).rejects.toThrow();
    expect(await waitForEntry(service, 'path=/entities')).toMatchObject({ status: 499, response: null });
  });

  it('of 1,001 requests the last 1,000', async () => {
    for (let n = 0; n < 1001; n += 77) {
      await Promise.all(
        Array.from({ length: Math.min(77, 1001 - n) }, () => service.get('/nowhere', { key: null })),
      );
    }
    const ids = (await readJournal(service)).map(({ id }) => Number(id));
    expect(ids).toEqual(Array.from({ length: 1000 }, (_, n) => n + 2));
  });

  it('of 1 MiB fifty times what is newest; the others say that theirs is gone', async () => {
    const raw = JSON.stringify('x'.repeat(1024 * 1024 - 2));
    for (let n = 0; n < 50; n += 1) await service.call('POST', '/events', { raw });
    const entries = await readJournal(service);
    expect(entries.map(({ omitted }) => omitted)).toEqual([
      ...Array.from({ length: 19 }, () => true),
      ...Array.from({ length: 31 }, () => false),
    ]);
    expect(entries[0]).toMatchObject({ status: 400, body: null, response: null });
    expect(entries[49]).toMatchObject({ body: JSON.parse(raw) });
  });

  it('nothing after DELETE, also not what came before and ends later; ids grow on', async () => {
    await addFault(service, { match: { path: '/entities' }, do: { latencyMs: 200 } });
    await service.get('/blueprints');
    const slow = service.get('/entities');
    await expect.poll(async () => (await service.get('/_control/faults')).body.items[0].fired).toBe(1);
    expect((await service.call('DELETE', '/_control/requests')).status).toBe(204);
    await service.get('/incidents');
    await slow;
    expect(await readJournal(service)).toMatchObject([{ id: '3', path: '/incidents' }]);
  });
});

describe('a body that the service has not read', () => {
  const event = JSON.stringify({ events: [deployment] });

  it.each([
    ['as it is', event, {}],
    ['gzip', gzipSync(event), { 'content-encoding': 'gzip' }],
    ['br', brotliCompressSync(event), { 'content-encoding': 'br' }],
  ])('of a 401 is there: %s', async (_name, raw, headers) => {
    const bytes = new Uint8Array(Buffer.from(raw));
    expect((await service.call('POST', '/events', { raw: bytes, headers, key: null })).status).toBe(401);
    expect(await waitForEntry(service, 'status=401')).toMatchObject({
      body: { events: [deployment] },
      omitted: false,
    });
  });

  it('of a 429, of a 404 and of an injected answer is there', async () => {
    await using limited = await startTestService({ rateLimits: { minute: 1, hour: 1 } });
    await addFault(limited, { match: { path: '/blueprints' }, do: { status: 503, body: 'busy' } });
    await limited.get('/entities');
    for (const path of ['/events', '/nowhere', '/blueprints']) await limited.post(path, { path });
    const entries = await readJournal(limited, '?method=post&wait=10s&count=3');
    expect(entries.map(({ status, body, faults }) => [status, body, faults.length])).toEqual([
      [429, { path: '/events' }, 0],
      [404, { path: '/nowhere' }, 0],
      [503, { path: '/blueprints' }, 1],
    ]);
    expect(entries[2]?.response).toBe('busy');
  });

  it('that comes after the answer is waited for, and the connection goes on', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    const next = inWords('GET /milepost/openid HTTP/1.1', { connection: 'close' });
    socket.write(inWords('POST /milepost/events HTTP/1.1', { 'content-length': '6' }, '"so'));
    await new Promise((resolve) => socket.once('data', resolve));
    expect(await readJournal(service)).toEqual([]);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume().write(`-o"${next}`);
    await closed;
    expect(await readJournal(service, '?wait=10s&count=2')).toMatchObject([
      { status: 401, body: 'so-o' },
      { path: '/openid', status: 404 },
    ]);
  });

  it.each([
    ['is cut off by the caller', '5', 'ab'],
    ['is too large', String(3 * 1024 * 1024), 'x'.repeat(2 * 1024 * 1024)],
  ])('that %s is omitted', async (_name, length, start) => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.write(inWords('POST /milepost/events HTTP/1.1', { 'content-length': length }, start));
    await new Promise((resolve) => socket.once('data', resolve));
    socket.end();
    expect(await waitForEntry(service, 'status=401')).toMatchObject({ body: null, omitted: true });
    socket.destroy();
  });

  it('that inflates to more than 1 MiB is omitted', async () => {
    const raw = new Uint8Array(gzipSync('x'.repeat(2 * 1024 * 1024)));
    await service.call('POST', '/events', { raw, key: null, headers: { 'content-encoding': 'gzip' } });
    expect(await waitForEntry(service, 'status=401')).toMatchObject({ body: null, omitted: true });
  });
});

describe('a body that the service has refused', () => {
  it.each([
    ['no JSON', '{"a": ', {}, '{"a": '],
    ['another type', 'a=b', { 'content-type': 'text/plain' }, 'a=b'],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), {}, '\ufffd'],
    [
      'nested deeper than anybody looks',
      `${'['.repeat(5000)}1${']'.repeat(5000)}`,
      {},
      `${'['.repeat(5000)}1${']'.repeat(5000)}`,
    ],
  ])('is shown as text or JSON: %s', async (_name, raw, headers, body) => {
    expect((await service.call('POST', '/events', { raw, headers })).status).toBe(400);
    expect(await readJournal(service)).toMatchObject([{ body, omitted: false }]);
  });

  it('is cut after 64 KiB when it is no JSON', async () => {
    await service.call('POST', '/events', { raw: 'x'.repeat(70_000) });
    expect(await readJournal(service)).toMatchObject([{ body: 'x'.repeat(65_536), omitted: true }]);
  });

  it('is omitted when it is more than 1 MiB', async () => {
    await service.call('POST', '/events', { raw: 'x'.repeat(1024 * 1024 + 1) });
    expect(await readJournal(service)).toMatchObject([{ status: 413, body: null, omitted: true }]);
  });
});

describe('of a request that a fault hit', () => {
  const events = { events: [deployment] };

  it('before it was read there is no body', async () => {
    await addFault(service, { match: { path: '/events' }, do: { reset: 'before' } });
    await expect(service.send([deployment])).rejects.toThrow();
    const entry = await waitForEntry(service, 'status=444');
    expect(entry).toMatchObject({ body: null, response: null, omitted: true });
  });

  it.each([{ reset: 'after-commit' }, { truncate: 5 }])(
    '%j the answer is there that was lost',
    async (action) => {
      const fault = await addFault(service, { match: { path: '/events' }, do: action });
      await expect(service.send([deployment])).rejects.toThrow();
      expect(await waitForEntry(service, 'status=444')).toMatchObject({
        accountId: WELL_KNOWN_ACCOUNT.id,
        body: events,
        response: { success: [{ type: 'event-deploy' }], failures: [] },
        faults: [fault],
      });
    },
  );
});
