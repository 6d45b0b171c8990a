import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WELL_KNOWN_API_KEY } from '../../src/auth/well-known.ts';
import { startTestService, type TestService } from '../service.fixture.ts';
import { addFault, listFaults } from './faults.fixture.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service[Symbol.asyncDispose]());

const deploy = { type: 'event-deploy', entityId: 'checkout', attributes: { env: 'production' } };
const stored = async () => (await service.get('/events')).body.pageInfo.itemCount;

/** Sends a request on a connection of its own; what came back, and how the connection ended. */
function overSocket(method: string, path: string, body = ''): Promise<{ received: string; end: string }> {
  const { hostname, port, pathname } = new URL(service.url);
  const head = `${method} ${pathname}${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${WELL_KNOWN_API_KEY}\r\n`;
  const type = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${head}${type}\r\n${body}`));
    let received = '';
    socket.setEncoding('utf8').on('data', (text) => {
      received += text;
    });
    socket.on('end', () => resolve({ received, end: 'ended' }));
    socket.on('error', (error) => resolve({ received, end: 'code' in error ? String(error.code) : '' }));
  });
}

/** The log line of a request that the fault acted on. */
async function loggedWith(faultId: string) {
  const find = () => service.logged.find((line) => line.includes(`"faults":["${faultId}"]`));
  await expect.poll(find).toBeDefined();
  return JSON.parse(find() ?? '');
}

describe('an answer instead', () => {
  it('has the status, the headers and the body that were asked for', async () => {
    const id = await addFault(service, {
      match: { method: 'POST', path: '/events', first: 1 },
      do: {
        status: 429,
        headers: { 'Retry-After': '7', 'Content-Length': '1', Trailer: 'x', 'X-Request-Id': 'other' },
        body: { message: 'Slow down' },
      },
    });
    const refused = await service.send([deploy], { headers: { 'x-request-id': 'mine' } });
    expect([refused.status, refused.text]).toEqual([429, '{"message":"Slow down"}']);
    expect(refused.headers.get('retry-after')).toBe('7');
    expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(refused.headers.get('x-request-id')).toBe('mine');
    expect(await stored()).toBe(0);
    expect((await service.send([deploy])).status).toBe(201);
    expect(await listFaults(service)).toMatchObject([{ id, matched: 2, fired: 1, left: 0 }]);
  });

  it.each([
    [{ status: 502, body: 'Bad gateway' }, 'text/plain; charset=utf-8', 'Bad gateway'],
    [{ status: 200, body: null }, 'application/json; charset=utf-8', 'null'],
    [{ status: 500, body: '<p>', headers: { 'content-type': 'text/html' } }, 'text/html', '<p>'],
    [{ status: 503 }, null, ''],
    [{ status: 204, body: 'no body may follow' }, 'text/plain; charset=utf-8', ''],
  ])('%j is %s %j', async (action, type, text) => {
    await addFault(service, { match: { path: '/livez' }, do: action });
    const answer = await service.get('/livez');
    expect([answer.status, answer.headers.get('content-type'), answer.text]).toEqual([
      action.status,
      type,
      text,
    ]);
  });

  it('comes before the credential is asked for, and is logged with the fault', async () => {
    const id = await addFault(service, { match: { path: '/entities' }, do: { status: 503 } });
    expect((await service.get('/entities', { key: null })).status).toBe(503);
    expect(await loggedWith(id)).toMatchObject({ path: '/milepost/entities', status: 503 });
  });

  it('can hit the token endpoint', async () => {
    await addFault(service, { match: { path: '/oauth/*' }, do: { status: 500 } });
    expect((await service.post('/oauth/token', {}, { key: null })).status).toBe(500);
  });

  it('reads to its end a body that nobody asked for', async () => {
    await addFault(service, { match: { path: '/events' }, do: { status: 503 }, times: 1 });
    expect((await service.call('POST', '/events', { raw: 'x'.repeat(3_000_000) })).status).toBe(503);
    expect((await service.send([deploy])).status).toBe(201);
  });
});

describe('latency', () => {
  it('is waited for before the request is handled, and adds up with others', async () => {
    await addFault(service, { match: { path: '/livez' }, do: { latencyMs: 60 } });
    await addFault(service, { match: { path: '/livez' }, do: { latencyMs: 60 } });
    await addFault(service, { match: { path: '/livez' }, do: { status: 503 }, times: 1 });
    for (const status of [503, 200]) {
      const start = performance.now();
      expect((await service.get('/livez')).status).toBe(status);
      expect(performance.now() - start).toBeGreaterThanOrEqual(119);
    }
  });

  it('does not hold other requests', async () => {
    await addFault(service, { match: { path: '/readyz' }, do: { latencyMs: 600_000 } });
    const patience = new AbortController();
    const slow = fetch(`${service.url}/readyz`, { signal: patience.signal });
    expect((await service.get('/livez')).status).toBe(200);
    patience.abort();
    await expect(slow).rejects.toThrow('abort');
  });

  it('ends when the caller leaves, whose request is not handled then', async () => {
    const id = await addFault(service, {
      match: { method: 'POST', path: '/events' },
      do: { latencyMs: 600_000 },
    });
    const patience = new AbortController();
    const sent = fetch(`${service.url}/events`, {
      method: 'POST',
      headers: { 'x-api-key': WELL_KNOWN_API_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ events: [deploy] }),
      signal: patience.signal,
    });
    await expect.poll(async () => (await listFaults(service))[0]?.fired).toBe(1);
    patience.abort();
    await expect(sent).rejects.toThrow('abort');
    expect(await loggedWith(id)).toMatchObject({ status: 499 });
    expect(await stored()).toBe(0);
  });

  it('ends when the server stops, and the request is answered', async () => {
    const stopping = await startTestService();
    await addFault(stopping, { match: { path: '/livez' }, do: { latencyMs: 600_000 } });
    const waiting = stopping.get('/livez');
    await expect.poll(async () => (await listFaults(stopping))[0]?.fired).toBe(1);
    await stopping[Symbol.asyncDispose]();
    expect((await waiting).status).toBe(200);
  });
});

describe('a reset connection', () => {
  it('before the request is read leaves nothing behind', async () => {
    const id = await addFault(service, { match: { method: 'POST' }, do: { reset: 'before' }, times: 1 });
    const body = JSON.stringify({ events: [deploy] });
    expect(await overSocket('POST', '/events', body)).toEqual({ received: '', end: 'ECONNRESET' });
    expect(await loggedWith(id)).toMatchObject({ status: 444 });
    expect(await stored()).toBe(0);
    expect((await service.send([deploy])).status).toBe(201);
  });

  it('after the commit loses only the answer, which the same Idempotency-Key brings back', async () => {
    await addFault(service, {
      match: { method: 'POST', path: '/events' },
      do: { reset: 'after-commit' },
      times: 1,
    });
    const keyed = { headers: { 'idempotency-key': 'retry-me' } };
    const lost = service.send([deploy], keyed);
    await expect(lost).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(await stored()).toBe(1);
    const again = await service.send([deploy], keyed);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(again.body.success).toHaveLength(1);
    expect(await stored()).toBe(1);
  });

  it('after the commit loses refusals, too, and answers without a body', async () => {
    await addFault(service, { do: { reset: 'after-commit' } });
    const lost = { received: '', end: 'ECONNRESET' };
    expect(await overSocket('POST', '/events', '{}')).toEqual(lost);
    expect(await overSocket('HEAD', '/livez')).toEqual(lost);
    expect(await overSocket('GET', '/docs/swagger-ui-bundle.js')).toEqual(lost);
  });
});

describe('a truncated answer', () => {
  it.each([
    ['POST', '/events', JSON.stringify({ events: [deploy] }), 10, '{"success"'],
    ['POST', '/events', JSON.stringify({ events: [deploy] }), 0, ''],
    ['GET', '/livez', '', 1000, '{"status":"ok"}'],
    ['HEAD', '/livez', '', 5, ''],
    ['GET', '/docs/page.js', '', 0, ''],
  ])('%s %s %s of %i bytes has %j, then the connection ends', async (method, path, body, bytes, text) => {
    const whole = await service.call(method, path, body === '' ? {} : { raw: body });
    const id = await addFault(service, { match: { path }, do: { truncate: bytes } });
    const { received, end } = await overSocket(method, path, body);
    expect(end).toBe('ended');
    const [head = '', ...rest] = received.split('\r\n\r\n');
    expect(rest).toEqual([text]);
    expect(/^content-length: (\d+)$/im.exec(head)?.[1]).toBe(whole.headers.get('content-length'));
    expect(await loggedWith(id)).toMatchObject({ status: 444 });
  });

  it('was committed before', async () => {
    await addFault(service, { match: { path: '/events', first: 1 }, do: { truncate: 5 } });
    await expect(service.send([deploy])).rejects.toThrow('terminated');
    expect(await stored()).toBe(1);
  });
});

describe('partial success', () => {
  const three = ['a', 'b', 'c'].map((build_id) => ({ ...deploy, attributes: { build_id } }));

  it('puts the events into failures, stores the others, and remembers this answer', async () => {
    await addFault(service, { do: { partial: [1, 14] }, times: 1 });
    const keyed = { headers: { 'idempotency-key': 'partly' } };
    const { status, body, text } = await service.send(three, keyed);
    expect(status).toBe(201);
    expect(body.success.map(({ attributes }: typeof deploy) => attributes)).toEqual([
      { build_id: 'a' },
      { build_id: 'c' },
    ]);
    expect(body.failures).toEqual([{ event: three[1], reason: 'Fault injected by /_control/faults' }]);
    expect(await stored()).toBe(2);
    const again = await service.send(three, keyed);
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([text, 'true']);
    expect(await stored()).toBe(2);
  });

  it('is no error of an entity: handling=strict does not refuse it, and refuses what it always does', async () => {
    await addFault(service, { do: { partial: [0] } });
    const strict = { headers: { prefer: 'handling=strict' } };
    expect((await service.send(three, strict)).body.failures).toHaveLength(1);
    const lost = await service.send([{ ...deploy, entityId: 'lost' }, deploy], strict);
    expect(lost.status).toBe(400);
    expect(lost.body.errors).toMatchObject([{ path: 'events[0].entityId' }]);
  });

  it('leaves other routes alone', async () => {
    await addFault(service, { do: { partial: [0] } });
    expect((await service.get('/events')).status).toBe(200);
    expect(await listFaults(service)).toMatchObject([{ matched: 0 }]);
  });
});
