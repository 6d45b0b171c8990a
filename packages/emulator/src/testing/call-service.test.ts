import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCallService } from './call-service.ts';

let answer: { status: number; text: string };
let asked: string | undefined;
const server = createServer((req, res) => {
  asked = `${req.method} ${req.url}`;
  res.writeHead(answer.status).end(answer.text);
});
let call: ReturnType<typeof createCallService>;

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  call = createCallService({ url: `http://127.0.0.1:${port}/milepost`, apiKey: 'mp_secret' });
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

test.each([
  [200, '{"items":[]}', { items: [] }],
  [204, '', undefined],
])('%i %s is answered', async (status, text, body) => {
  answer = { status, text };
  const query = { path: ['/events', '/dora?'], since: undefined, count: 2 };
  expect(await call('GET', '/_control/requests', { query })).toEqual(body);
  expect(asked).toBe('GET /milepost/_control/requests?path=%2Fevents&path=%2Fdora%3F&count=2');
});

test.each([
  [400, '{"message":"It must not be."}', 'GET /x: 400 It must not be.'],
  [
    400,
    '{"errors":[{"path":"a.b","msg":"is wrong"},{"msg":"is none"}]}',
    'GET /x: 400 a.b is wrong; is none',
  ],
  [401, '{"message":"mp_secret is no key"}', 'GET /x: 401 … is no key'],
  [502, '<html>Bad Gateway</html>', 'GET /x: 502 <html>Bad Gateway</html>'],
  [500, '', 'GET /x: 500'],
  [200, '<html>', /^GET \/x: 200, but no JSON; is there an emulator at http:.*\/milepost\?$/],
])('%i %s is an error', async (status, text, message) => {
  answer = { status, text };
  await expect(call('GET', '/x')).rejects.toMatchObject({
    route: 'GET /x',
    status,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
});
