import { expect, test } from 'vitest';
import { createRedactor } from './redact.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['as it is', 'top secret', 'a top secret b', 'a *** b'],
  ['more than once', 'hunter2', 'hunter2, hunter2', '***, ***'],
  ['without the space around it', ' hunter2\n', 'a-hunter2-b', 'a-***-b'],
  ['as JSON', 'a"b\\c', '{"p":"a\\"b\\\\c"}', '{"p":"***"}'],
  ['as JSON with line breaks', 'top\nsecret', '"top\\nsecret"', '"***"'],
  ['percent-encoded', 'a/b c&d', 'x=a%2Fb%20c%26d', 'x=***'],
  ['base64', 'top secret', `x ${base64('top secret')} y`, 'x *** y'],
  ['base64 without padding', 'top secret', base64('top secret').replace(/=+$/, ''), '***'],
  ['base64url', 'top?secret>', Buffer.from('top?secret>').toString('base64url'), '***'],
  ['in a header of Basic', 'bob:pw-secret', `Basic ${base64('bob:pw-secret')}`, 'Basic ***'],
  ['a line of several', 'first\nsecond', 'only second here', 'only *** here'],
  ['a line of several, by CRLF', 'first\r\nsecond', 'only second here', 'only *** here'],
  ['half a character', 'abc\ud800', 'x abc\ud800', 'x ***'],
  ['a pattern, not as one', 'a.c$&', 'abc a.c$&', 'abc ***'],
])('finds a secret %s', (_, secret, text, expected) => {
  expect(createRedactor([secret]).redact(text)).toBe(expected);
});

test.each([[''], [' '], ['ab'], ['a\nb']])(
  'leaves text alone for the secret %j, which is too short',
  (secret) => {
    expect(createRedactor([secret]).redact('a b ab abc')).toBe('a b ab abc');
  },
);

test.each([
  [['abcX', 'XYZ'], '-abcXYZ-', '-***-'],
  [['secret', 'secret-and-more'], 'secret-and-more', '***'],
  [['secret-and-more', 'secret'], 'secret-and-more', '***'],
  [['abab'], 'ababab', '***'],
  [['abc', 'def'], 'abcdef', '******'],
])('of %j in %s nothing stays behind', (secrets, text, expected) => {
  expect(createRedactor(secrets).redact(text)).toBe(expected);
});

test('a secret that is learnt later is found from then on', () => {
  const { add, redact } = createRedactor();
  expect(redact('hunter2')).toBe('hunter2');
  add('hunter2');
  expect(redact('hunter2')).toBe('***');
});
