import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../service.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** Sends bytes as they are and answers all that comes back. */
function rawCall(text: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}

describe('x-request-id', () => {
  it('is the caller’s when it is sane, also on errors', async () => {
    for (const path of ['/livez', '/nowhere', '/events/nothing']) {
      const { headers } = await service.get(path, { headers: { 'x-request-id': 'ci-run.17:4' } });
      expect(headers.get('x-request-id')).toBe('ci-run.17:4');
    }
  });

  it.each(['', 'x'.repeat(129), 'a b', '<script>'])('is ours instead of %j', async (id) => {
    const { headers } = await service.get('/livez', { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is in the log line', async () => {
    await service.get('/livez', { headers: { 'x-request-id': 'find-me' } });
    await expect.poll(() => service.logged.some((line) => line.includes('"requestId":"find-me"'))).toBe(true);
  });
});

describe('routes', () => {
  it.each(['/nowhere', '/events/a/b', '/Events', '/_control/nothing', '/graphql'])(
    'an unknown route %s is 404, whatever the credential',
    async (path) => {
      const { status, body } = await service.get(path, { key: null });
      expect(status).toBe(404);
      expect(body).toEqual({ message: expect.any(String) });
    },
  );

  it('nothing is served outside the base path', async () => {
    const response = await fetch(`${new URL(service.url).origin}/livez`);
    expect(response.status).toBe(404);
  });

  it.each([
    ['DELETE', '/events', 'GET, HEAD, POST'],
    ['PUT', '/entities/checkout', 'GET, HEAD, PATCH, DELETE'],
    ['GET', '/oauth/token', 'POST'],
    ['POST', '/livez', 'GET, HEAD'],
    ['OPTIONS', '/events', 'GET, HEAD, POST'],
  ])('%s %s is 405 and told what is allowed', async (method, path, allow) => {
    const { status, headers, body } = await service.call(method, path, { key: null });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe(allow);
    expect(body).toEqual({ message: expect.any(String) });
  });

  it('HEAD answers like GET, without the body', async () => {
    const { status, text } = await service.call('HEAD', '/entities');
    expect([status, text]).toEqual([200, '']);
  });

  it('a path that cannot be decoded is 400', async () => {
    expect((await service.get('/events/%ff')).status).toBe(400);
  });
});

describe('what is not HTTP', () => {
  it.each([
    ['garbage', 'hello\r\n\r\n', 400],
    ['a header that is too long', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'two different lengths',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
    ],
  ])('%s gets a JSON answer with a request id', async (_what, text, status) => {
    const answer = await rawCall(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ message: expect.any(String) });
  });
});

describe('a refused body', () => {
  it('is drained, so that the answer can be read on the same connection', async () => {
    const { host } = new URL(service.url);
    const large = 'x'.repeat(3 * 1024 * 1024);
    const request = (length: number) =>
      `POST /milepost/events HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n`;
    const answer = await rawCall(
      `${request(large.length)}\r\n${large}${request(2)}connection: close\r\n\r\n{}`,
    );
    expect(answer.match(/HTTP\/1\.1 401 /g)).toHaveLength(2);
  });
});

describe('secrets', () => {
  it('reach neither the log nor an answer', async () => {
    const bearer = await service.bearer();
    const made = await service.post('/api-keys', { name: 'secret' }, bearer);
    const wrong = {
      grant_type: 'password',
      username: 'a@b.c',
      password: 'hunter2-hunter2',
      client_id: 'milepost-cli',
    };
    const answers = [
      await service.get('/api-keys', bearer),
      await service.post('/oauth/token', wrong, { key: null }),
      await service.get(`/entities?limit=0&x-api-key=${made.body.key}`, { key: made.body.key }),
      await service.get('/nowhere', { key: made.body.key }),
    ];
    const token = bearer.headers['authorization']?.split(' ')[1] ?? '';
    const said = service.logged.join('') + answers.map(({ text }) => text).join('');
    for (const secret of [made.body.key, token, 'hunter2-hunter2']) expect(said).not.toContain(secret);
  });
});
