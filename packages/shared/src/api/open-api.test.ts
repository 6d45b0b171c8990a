import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { type ApiOptions, openApi } from './open-api.ts';

type Answer = { status?: number; headers?: Record<string, string>; body?: string };

/** An API over real HTTP that answers the n-th question with the n-th answer, and the last one for ever. */
async function startApi(...answers: Answer[]) {
  const asked: { url: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((req: IncomingMessage, res: ServerResponse) => {
    const {
      status = 200,
      headers = {},
      body = '[]',
    } = answers[Math.min(asked.length, answers.length - 1)] ?? {};
    asked.push({ url: `${req.method} ${req.url}`, headers: req.headers });
    res.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('it does not listen');
  const url = `http://127.0.0.1:${address.port}`;
  let now = Date.parse('2026-03-01T10:00:00Z');
  const slept: number[] = [];
  const notices: string[] = [];
  const open = (options: Partial<ApiOptions> = {}) =>
    openApi({
      name: 'GitLab',
      url: `${url}/api/v4`,
      headers: { 'private-token': 'glpat-secret' },
      redact: (text) => text.replaceAll('glpat-secret', '***'),
      onNotice: (message) => void notices.push(message),
      runtime: {
        now: () => now,
        sleep: async (ms) => {
          slept.push(ms);
          now += ms;
        },
        random: () => 1,
      },
      ...options,
    });
  return {
    url,
    open,
    asked,
    slept,
    notices,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('asks below the base URL, as who it is, and answers the body and the next page', async () => {
  await using api = await startApi({ body: '[1]' });
  const { get, close } = api.open();
  expect(await get('/projects/1/deployments', { per_page: 100, environment: 'a b&c' })).toEqual({
    body: [1],
    next: undefined,
  });
  expect(api.asked[0]?.url).toBe('GET /api/v4/projects/1/deployments?per_page=100&environment=a+b%26c');
  expect(api.asked[0]?.headers).toMatchObject({
    'private-token': 'glpat-secret',
    accept: 'application/json',
  });
  expect(api.asked[0]?.headers['content-type']).toBeUndefined();
  close();
});

test.each([
  ['<U/?page=2>; rel="next", <U/?page=9>; rel="last"', 'U/?page=2'],
  ['<U/?page=1>; rel="first", <U/?page=3>; rel="next"', 'U/?page=3'],
  ['<U/?page=9>; rel="last"', undefined],
  ['<U/a,b;rel=next>; rel=next', 'U/a,b;rel=next'],
  ['nonsense', undefined],
])('the next page of %s is %s', async (link, next) => {
  const headers = { link: '' };
  await using api = await startApi({ headers });
  headers.link = link.replaceAll('U', api.url);
  const { get, close } = api.open();
  expect((await get('/x')).next).toBe(next?.replace('U', api.url));
  close();
});

test('gives the token to nobody else, wherever the next page is said to be', async () => {
  await using api = await startApi({});
  await using other = await startApi({});
  const { get, close } = api.open();
  await expect(get(`${other.url}/api/v4/x`)).rejects.toThrow("GitLab's API leads elsewhere");
  expect(other.asked).toEqual([]);
  close();
});

test.each([
  ['429 with Retry-After', { status: 429, headers: { 'retry-after': '7' } }, 7000],
  [
    'the 403 of GitHub, until the reset',
    { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1772359210' } },
    11_000,
  ],
  ['the 403 of a secondary limit', { status: 403, headers: { 'retry-after': '3' } }, 3000],
  ['503', { status: 503 }, 500],
])('waits for %s, and asks again', async (_, answer, wait) => {
  await using api = await startApi(answer, { body: '{"ok":true}' });
  const { get, close } = api.open();
  expect((await get('/x')).body).toEqual({ ok: true });
  expect(api.slept).toEqual([wait]);
  expect(api.notices).toHaveLength(1);
  close();
});

test('a used-up limit that lasts longer than a question may is an error, and no missing permission', async () => {
  await using api = await startApi({ status: 403, headers: { 'retry-after': '3600' } });
  const { get, close } = api.open();
  await expect(get('/x')).rejects.toMatchObject({
    name: 'ApiError',
    message: "GitLab's rate limit is used up",
    forbidden: false,
  });
  expect(api.slept).toEqual([]);
  close();
});

test.each([
  [403, true],
  [404, true],
  [401, false],
  [400, false],
])('%i is not tried again, and told without the token', async (status, forbidden) => {
  await using api = await startApi({ status, body: '{"message":"no glpat-secret here"}' });
  const { get, close } = api.open();
  await expect(get('/x')).rejects.toMatchObject({
    message: `GitLab's API answered ${status}: no *** here`,
    status,
    forbidden,
  });
  expect(api.asked).toHaveLength(1);
  close();
});

test('what is not JSON is no answer', async () => {
  await using api = await startApi({ body: '<html>Sign in</html>' });
  const { get, close } = api.open();
  await expect(get('/x')).rejects.toThrow("GitLab's API did not answer in JSON");
  close();
});

test('nobody there is an error after the tries', async () => {
  const api = await startApi({});
  await api[Symbol.asyncDispose]();
  const { get, close } = api.open({ maxAttempts: 2 });
  await expect(get('/x')).rejects.toThrow(/GitLab's API did not answer: .*refused.*after 2 tries/);
  close();
});

test('an address that is none is told at once', () => {
  const options = { name: 'GitHub', headers: {}, redact: (text: string) => text };
  expect(() => openApi({ ...options, url: 'gitlab' })).toThrow(/not a valid URL: gitlab/);
  expect(() => openApi({ ...options, url: 'file:///etc' })).toThrow(/not a valid URL/);
});

test('an interruption ends a question', async () => {
  await using api = await startApi({ status: 503 });
  const controller = new AbortController();
  const { get, close } = api.open({
    signal: controller.signal,
    runtime: { sleep: async () => controller.abort(), random: () => 1 },
  });
  await expect(get('/x')).rejects.toThrow(/interrupted/);
  expect(api.asked).toHaveLength(1);
  close();
});
