import { expect, test } from 'vitest';
import { examineProxy } from './examine-proxy.ts';

const PROXY = { HTTPS_PROXY: 'http://user:p-secret@proxy.example:3128' };

test.each([
  [{}, 'ok', 'https://events.example is asked directly: no proxy is set for it'],
  [
    { HTTP_PROXY: 'http://proxy.example' },
    'ok',
    'https://events.example is asked directly: no proxy is set for it',
  ],
  [
    PROXY,
    'ok',
    'the way to https://events.example leads through http://proxy.example:3128 (HTTPS_PROXY, with credentials)',
  ],
  [
    { https_proxy: 'proxy.example' },
    'ok',
    'the way to https://events.example leads through http://proxy.example (https_proxy)',
  ],
  [
    { ...PROXY, NO_PROXY: 'localhost,.example' },
    'ok',
    'https://events.example is asked directly: NO_PROXY names .example',
  ],
  [
    { ...PROXY, no_proxy: 'a.test, *', NO_PROXY: 'b.test' },
    'ok',
    'https://events.example is asked directly: no_proxy names *',
  ],
  [
    { ...PROXY, NO_PROXY: 'other.test' },
    'ok',
    'the way to https://events.example leads through http://proxy.example:3128 (HTTPS_PROXY, with credentials)',
  ],
  [
    { HTTPS_PROXY: 'socks5://u:p-secret@proxy.example' },
    'failed',
    'HTTPS_PROXY names a proxy of kind socks5://; use one of http:// or https://',
  ],
])('%j', (env, state, found) => {
  expect(examineProxy([new URL('https://events.example/events')], env)).toMatchObject({ state, found });
});

test('another origin that issues tokens has a way of its own', () => {
  const urls = [
    'https://events.example/events',
    'http://login.example/oauth/token',
    'https://events.example/x',
  ];
  expect(
    examineProxy(
      urls.map((url) => new URL(url)),
      PROXY,
    ).found,
  ).toBe(
    'the way to https://events.example leads through http://proxy.example:3128 (HTTPS_PROXY, with credentials); ' +
      'http://login.example is asked directly: no proxy is set for it',
  );
});
