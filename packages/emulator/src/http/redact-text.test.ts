import { expect, it } from 'vitest';
import { createTextRedaction } from './redact-text.ts';

const redact = createTextRedaction();

it.each([
  ['mp_ab12cd34_xyz', '[redacted]'],
  ['(mp_ab12cd34_)', '([redacted])'],
  ['https://x.test/?k=mp%5Fab12cd34%5Fxyz&a=b', 'https://x.test/?k=[redacted]&a=b'],
  ['token=eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJlMDAwMDAwMCJ9.c2lnbmF0dXJl', 'token=[redacted]'],
  ['with_eyAiYWxnIiA6ICJub25lIiB9.e30. glued', '[redacted] glued'],
  ['ewoJImFsZyI6Im5vbmUifQ.a.b', '[redacted]'],
  ['eyJhbGciOiJkaXIifQ..iv.text.tag', '[redacted]'],
  ['mp_ab12cd34…', 'mp_ab12cd34…'],
  ['www.eyewear.example.com', 'www.eyewear.example.com'],
  ['eyJhbGciOiJSUzI1NiJ9.only-two', 'eyJhbGciOiJSUzI1NiJ9.only-two'],
])('%s becomes %s', (text, shown) => {
  expect(redact(text)).toBe(shown);
});

it('credentials of fewer than 8 characters are not looked for in other texts', () => {
  expect(createTextRedaction(['Bearer', 'long-enough'])('Bearer of a long-enough key')).toBe(
    'Bearer of a [redacted] key',
  );
});
