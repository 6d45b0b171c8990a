import { expect, test } from 'vitest';
import { bodyOf, jsonOf, messageOf } from './answer-text.ts';
import { createRedactor } from './redact.ts';

const { redact } = createRedactor(['tok-secret']);
const answer = (text: string) => ({ status: 400, headers: {}, text });
const json = (value: unknown) => answer(JSON.stringify(value));

test.each([
  [{ message: 'Entity not found' }, ': Entity not found'],
  [{ error: 'invalid_grant', error_description: 'Wrong password.' }, ': Wrong password.'],
  [{ error: 'Forbidden' }, ': Forbidden'],
  [{ message: '', error: 'Forbidden' }, ': Forbidden'],
  [{ errors: [{ msg: 'this' }, { path: 'x' }, { msg: 'that' }] }, ': this; that'],
  [{ message: 'who is tok-secret?' }, ': who is ***?'],
  [{ message: 'two\n::error::lines' }, ': two ::error::lines'],
  [{ message: 1 }, ''],
  [{ token: 'of-somebody' }, ''],
  ['text', ''],
  [null, ''],
])('%j says %j', (body, words) => expect(messageOf(json(body), redact)).toBe(words));

test.each([
  ['', ''],
  ['plain tok-secret', ': plain ***'],
  ['<html><title>502</title>\n<b>Bad  Gateway</b></html>', ': 502 Bad Gateway'],
])('of the page %j its text %j', (text, words) => expect(messageOf(answer(text), redact)).toBe(words));

test('a long text is cut, after its secrets are masked', () => {
  const text = `${'x'.repeat(496)}tok-secret${'y'.repeat(9000)}`;
  const words = messageOf(answer(text), redact);
  expect(words).toHaveLength(502);
  expect(words.endsWith('xx***y')).toBe(true);
  expect(bodyOf(answer(text), redact)).toBe(`${'x'.repeat(496)}***y`);
});

test('a huge page of opened tags is no work', () => {
  const started = performance.now();
  messageOf(answer('<'.repeat(1024 * 1024)), redact);
  expect(performance.now() - started).toBeLessThan(2000);
});

test('a body of JSON is shown whole, without secrets in values or names', () => {
  expect(bodyOf(json({ a: ['tok-secret', 1, null, true], 'x tok-secret': { b: 'c' } }), redact)).toEqual({
    a: ['***', 1, null, true],
    'x ***': { b: 'c' },
  });
});

test('what nests deeper than any answer of the service is no JSON, and exhausts no stack', () => {
  const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;
  expect(jsonOf(answer(deep))).toBeUndefined();
  expect(jsonOf(answer(`{"message":${'['.repeat(100)}${']'.repeat(100)}}`))).toBeUndefined();
  expect(jsonOf(answer(`${'['.repeat(60)}${']'.repeat(60)}`))).toBeDefined();
  // Brackets in a text are none.
  expect(jsonOf(json({ title: `\\"${'['.repeat(200)}` }))).toBeDefined();
});
