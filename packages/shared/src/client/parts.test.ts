import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { splitIntoBatches } from './batches.ts';
import { matchFailures } from './match-failures.ts';
import { proxyFor } from './proxy.ts';
import { readPause } from './rate-limit-header.ts';
import { createRedactor } from './redact.ts';
import { readRetryAfter } from './retry-delay.ts';
import { appendUndelivered, readUndelivered } from './undelivered-file.ts';

test.each([
  ['the secret as it is', 'top secret', 'a top secret b', 'a *** b'],
  ['base64', 'top secret', Buffer.from('top secret').toString('base64'), '***'],
  ['percent-encoded', 'a/b c&d', 'x=a%2Fb%20c%26d', 'x=***'],
  ['JSON', 'a"b\\c', '{"p":"a\\"b\\\\c"}', '{"p":"***"}'],
  ['a line of several', 'first\nsecond', 'only second here', 'only *** here'],
  ['a short one is left', 'ab', 'abc', 'abc'],
])('redacts: %s', (_, secret, text, expected) => {
  expect(createRedactor([secret]).redact(text)).toBe(expected);
});

test('overlapping secrets leave nothing behind', () => {
  expect(createRedactor(['abcX', 'XYZ']).redact('-abcXYZ-')).toBe('-***-');
});

test.each([
  [['a', 'b', 'c'], ['b'], 2, ['s0', 'f0', 's1']],
  [['a', 'b', 'c'], ['c', 'a'], 1, ['f1', 's0', 'f0']],
  [['a', 'a'], ['a'], 1, ['f0', 's0']],
  [['a', 'b'], ['x'], 1, undefined],
  [['a', 'b'], [], 1, undefined],
])('matches %j with failures %j and %s successes', (sent, failed, succeeded, expected) => {
  const places = matchFailures(
    sent.map((n) => ({ n })),
    failed.map((n) => ({ n })),
    succeeded,
  );
  expect(places?.map(({ list, index }) => `${list.charAt(0)}${index}`)).toEqual(expected);
});

const env = (NO_PROXY: string) => ({ HTTP_PROXY: 'proxy:3128', HTTPS_PROXY: 'proxy:3128', NO_PROXY });
test.each([
  ['http://a.example.com', 'example.com', false],
  ['http://example.com', '.example.com', false],
  ['http://a.example.com', '*.example.com', false],
  ['http://badexample.com', 'example.com', true],
  ['http://x:8080', 'x:8080', false],
  ['http://x:8080', 'x:80', true],
  ['https://x', 'y, x:443', false],
  ['http://x', '*', false],
  ['http://10.1.2.3', '10.0.0.0/8', false],
  ['http://11.1.2.3', '10.0.0.0/8', true],
  ['http://[::1]:80', '[::1]', false],
  ['http://[::1]:8080', '[0:0::1]:8080', false],
  ['http://x', '', true],
])('%s with NO_PROXY=%s is proxied: %s', (url, list, isProxied) => {
  expect(proxyFor(new URL(url), env(list)) !== undefined).toBe(isProxied);
});

test.each([['socks5://user:secret@x'], ['http://'], ['http://u:secret@']])(
  'the proxy %s cannot be used, and is not shown',
  (value) => {
    const proxy = proxyFor(new URL('http://x'), { http_proxy: value });
    expect(proxy).toEqual({ problem: expect.stringContaining('http_proxy') });
    expect(JSON.stringify(proxy)).not.toContain('secret');
  },
);

test.each([
  ['"minute";r=0;t=34, "hour";r=10;t=900', 34_000],
  ['"minute";r=0;t=34, "hour";r=0;t=900', 900_000],
  ['"minute";r=3;t=34', 0],
  ['rubbish', 0],
])('RateLimit %s asks for %s ms', (ratelimit, ms) => expect(readPause({ ratelimit })).toBe(ms));

test.each([['-1'], ['soon'], ['1.5'], ['']])('Retry-After %j is none', (value) => {
  expect(readRetryAfter({ 'retry-after': value }, 0)).toBeUndefined();
});

test('batches stay under 1 MiB, and what is too large alone is told', () => {
  const big = (bytes: number) => ({ type: 'event-build', attributes: { x: 'é'.repeat(bytes / 2) } });
  const { batches, oversized } = splitIntoBatches(
    [big(600_000), big(600_000), big(1_100_000), big(10)],
    () => 'k',
  );
  expect(batches.map(({ items }) => items.map(({ index }) => index))).toEqual([[0], [1, 3]]);
  expect(oversized.map(({ index }) => index)).toEqual([2]);
});

test('undelivered batches are appended, readable by the owner alone, and read again', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'undelivered-')), 'a', 'b.ndjson');
  const batch = (idempotencyKey: string) => ({ idempotencyKey, events: [{ type: 'event-deploy' }] });
  await appendUndelivered(path, [batch('1')]);
  await appendUndelivered(path, [batch('2'), batch('3')]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readUndelivered(path)).toEqual([batch('1'), batch('2'), batch('3')]);
  await writeFile(path, `${await readFile(path, 'utf8')}{"idempotencyKey":"4","ev`);
  await expect(readUndelivered(path)).rejects.toMatchObject({ name: 'UndeliveredFileError', line: 4 });
});
