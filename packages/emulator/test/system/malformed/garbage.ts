import type { Random } from '../random.ts';

/** What is not HTTP, or nearly: heads for a raw connection, after which the sender says no more. */
const head = (lines: string) =>
  `POST /events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${lines}\r\n`;
const BODY = '{"events":[{"type":"event-deploy"}]}';

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
    head(
      `Content-Length: ${random.pick(['-1', '1e3', '0x10', '99999999999999999999', 'a', '', '+1', '5 5'])}\r\n`,
    ) + BODY,
  () => head(`Content-Length: 5\r\nContent-Length: 6\r\n`) + BODY,
  () => head(`Content-Length: 5\r\nTransfer-Encoding: chunked\r\n`) + BODY,
  (random) =>
    head(
      `Transfer-Encoding: ${random.pick(['gzip', 'chunked, gzip', 'xchunked', 'identity', 'chunked\r\nTransfer-Encoding: chunked'])}\r\n`,
    ) + BODY,
  (_random, key) =>
    head(`x-api-key: ${key}\r\nTransfer-Encoding: chunked\r\n`) +
    `${BODY.length.toString(16)}\r\n${BODY}\r\n`,
  (_random, key) => head(`x-api-key: ${key}\r\nTransfer-Encoding: chunked\r\n`) + 'zz\r\n',
  (_random, key) => head(`x-api-key: ${key}\r\nTransfer-Encoding: chunked\r\n`) + 'ffffffffffffffff\r\n',
  (_random, key) =>
    head(`x-api-key: ${key}\r\nTransfer-Encoding: chunked\r\n`) + `5;${'e'.repeat(20_000)}\r\n`,
  (_random, key) =>
    head(`x-api-key: ${key}\r\nTransfer-Encoding: chunked\r\n`) + `0\r\n${'t: r\r\n'.repeat(5000)}\r\n`,
  (random, key) =>
    head(`x-api-key: ${key}\r\nContent-Length: ${BODY.length}\r\n`) +
    BODY.slice(0, random.int(0, BODY.length - 1)),
  (_random, key) =>
    head(`x-api-key: ${key}\r\nContent-Encoding: gzip\r\nContent-Length: 500\r\n`) + '\x1f\x8b\x08',
  (_random, key) => head(`x-api-key: ${key}\r\nExpect: 100-continue\r\nContent-Length: 2000000\r\n`),
  (_random, key) => head(`x-api-key: ${key}\r\nContent-Length: 5000000000\r\n`) + BODY,
  (_random, key) =>
    head(`x-api-key: ${key}\r\nContent-Length: ${BODY.length}\r\n`) + BODY + '\r\n\r\nGARBAGE',
  (_random, key) => (head(`x-api-key: ${key}\r\nContent-Length: 2\r\n`) + '{}').repeat(20),
];

export function garbage(random: Random, apiKey: string): Buffer {
  const piece = random.pick(PIECES)(random, apiKey);
  return typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
}
