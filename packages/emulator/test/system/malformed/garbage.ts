import type { Random } from '../random.ts';

const BODY = '{"events":[{"type":"event-deploy"}]}';
const CHUNKED = 'Transfer-Encoding: chunked';
const SIZED = `Content-Length: ${BODY.length}`;

/** A POST /events with these further headers, and then these bytes. */
function post(headers: readonly string[], body = BODY): string {
  const lines = ['Host: x', 'Content-Type: application/json', ...headers];
  return `POST /events HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** What is not HTTP, or nearly, or breaks off; after it the sender says no more. */
const PIECES: readonly ((random: Random, key: string) => string | Buffer)[] = [
  (random) => Buffer.from(random.hex(200), 'hex'),
  () => Buffer.from('16030100c8010000c40303', 'hex'),
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => 'GET /events\r\n\r\n',
  () => 'GET /events HTTP/0.9\r\n\r\n',
  () => 'GET /events HTTP/9.9\r\nHost: x\r\n\r\n',
  () => 'GET /events HTTP/1.1\nHost: x\n\n',
  () => 'GET /events HTTP/1.1\r\n\r\n',
  () => 'GET /events HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n',
  () => 'GET /ev\0ents HTTP/1.1\r\nHost: x\r\n\r\n',
  () => Buffer.from('GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n', 'latin1'),
  () => 'GET /events HTTP/1.1\r\nHost : x\r\n\r\n',
  () => 'GET /events HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n',
  () => 'GET /events HTTP/1.1\r\nH\0st: x\r\n\r\n',
  () => 'GET /events HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n',
  () => 'GET /events HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n',
  () => 'GET /events HTTP/1.1\r\nno colon here\r\n\r\n',
  () => `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  () => `GET /events HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
  () => `GET /events HTTP/1.1\r\nHost: x\r\n${'x: y\r\n'.repeat(3000)}\r\n`,
  () => 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n',
  () => 'GET /events HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  (random) =>
    post([`Content-Length: ${random.pick(['-1', '1e3', '0x10', '9'.repeat(20), 'a', '', '+1', '5 5'])}`]),
  () => post(['Content-Length: 5', 'Content-Length: 6']),
  () => post(['Content-Length: 5', CHUNKED]),
  (random) =>
    post([`Transfer-Encoding: ${random.pick(['gzip', 'chunked, gzip', 'xchunked', 'identity', ''])}`]),
  () => post([CHUNKED, CHUNKED]),
  (_random, key) => post([key, CHUNKED], `${BODY.length.toString(16)}\r\n${BODY}\r\n`),
  (_random, key) => post([key, CHUNKED], 'zz\r\n'),
  (_random, key) => post([key, CHUNKED], 'ffffffffffffffff\r\n'),
  (_random, key) => post([key, CHUNKED], `5;${'e'.repeat(20_000)}\r\n`),
  (_random, key) => post([key, CHUNKED], `0\r\n${'t: r\r\n'.repeat(5000)}\r\n`),
  (random, key) => post([key, SIZED], BODY.slice(0, random.int(0, BODY.length - 1))),
  (_random, key) => post([key, 'Content-Encoding: gzip', 'Content-Length: 500'], '\x1f\x8b\x08'),
  (_random, key) => post([key, 'Expect: 100-continue', 'Content-Length: 2000000'], ''),
  (_random, key) => post([key, 'Content-Length: 5000000000']),
  (_random, key) => post([key, SIZED], `${BODY}\r\n\r\nGARBAGE`),
  (_random, key) => post([key, 'Content-Length: 2'], '{}').repeat(20),
];

export function garbage(random: Random, apiKey: string): Buffer {
  const piece = random.pick(PIECES)(random, `x-api-key: ${apiKey}`);
  return typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
}
