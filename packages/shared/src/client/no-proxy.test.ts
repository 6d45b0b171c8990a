import { expect, test } from 'vitest';
import { isExempt } from './no-proxy.ts';

test.each([
  ['http://a.example.com', 'example.com', true],
  ['http://example.com', '.example.com', true],
  ['http://a.example.com', '*.example.com', true],
  ['http://A.Example.com.', 'EXAMPLE.com', true],
  ['http://badexample.com', 'example.com', false],
  ['http://x:8080', 'x:8080', true],
  ['http://x:8080', 'x:80', false],
  ['http://x', 'x:80', true],
  ['https://x', 'y, x:443', true],
  ['https://x', 'y x', true],
  ['http://x', '*', true],
  ['http://10.1.2.3', '10.0.0.0/8', true],
  ['http://11.1.2.3', '10.0.0.0/8', false],
  ['http://10.1.2.3', '10.0.0.0/99', false],
  ['http://10.1.2.3', '10.1.2.3', true],
  ['http://[::1]:80', '[::1]', true],
  ['http://[::1]:80', '::1', true],
  ['http://[::1]:8080', '[0:0::1]:8080', true],
  ['http://[::1]:8080', '10.0.0.0/8', false],
  ['http://x', '', false],
  ['http://x', ' , ', false],
])('%s with NO_PROXY=%s goes without proxy: %s', (url, list, expected) => {
  expect(isExempt(new URL(url), list)).toBe(expected);
});
