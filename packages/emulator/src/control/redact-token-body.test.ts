import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redactTokenBody } from './redact-token-body.ts';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const password = fc
  .tuple(
    fc.string({ minLength: 12, maxLength: 12, unit: fc.constantFrom(...'ABCDEFGHKMNPQRSTUVWXYZ23456789') }),
    fc.string({ maxLength: 20, unit: 'grapheme' }),
  )
  .map(([start, rest]) => ({ start, whole: `${start}${rest}`.toWellFormed() }));

const user = { grant_type: 'password', username: 'ada@example.com' };
const formOf = (fields: Record<string, string>) => `${new URLSearchParams(fields)}`;

it.each<[string, (secret: string) => string]>([
  ['JSON', (secret) => JSON.stringify({ ...user, password: secret })],
  ['JSON that nests', (secret) => JSON.stringify({ ...user, password: { value: [secret] } })],
  ['JSON in a member', (secret) => JSON.stringify({ body: { ...user, password: secret } })],
  ['JSON in an unknown member', (secret) => JSON.stringify({ ...user, Kennwort: secret })],
  ['JSON in a text', (secret) => JSON.stringify({ username: JSON.stringify({ pass: secret }) })],
  ['JSON where a text should be', (secret) => JSON.stringify({ username: { pass: secret } })],
  ['a list', (secret) => JSON.stringify([{ ...user, password: secret }])],
  ['the password alone', (secret) => JSON.stringify(secret)],
  ['a name', (secret) => JSON.stringify({ ...user, [secret]: true })],
  ['a member twice', (secret) => `{"password":${JSON.stringify(secret)},"password":"x","username":"x"}`],
  ['broken JSON', (secret) => `{"username":"x","password":${JSON.stringify(secret)}`],
  ['broken JSON with escapes', (secret) => `{"pass\\u0077ord":${JSON.stringify(secret)},}`],
  ['a form', (secret) => formOf({ ...user, password: secret })],
  ['a form with escapes', (secret) => `username=x&pass%77ord=${encodeURIComponent(secret)}`],
  ['a form with another name', (secret) => formOf({ ...user, pwd: secret })],
  ['a form with a name twice', (secret) => `${formOf({ password: secret })}&password=x`],
  ['a form without an equals sign', (secret) => `username=x&${encodeURIComponent(secret)}`],
  ['a form in a form', (secret) => formOf({ username: `x&pass%77ord=${encodeURIComponent(secret)}` })],
  ['JSON in a form', (secret) => formOf({ username: JSON.stringify({ pass: secret }) })],
  ['JSON as a form', (secret) => `{"username":"x","pass":${JSON.stringify(`${secret}&username=${secret}`)}`],
  ['multipart', (secret) => `--b\r\nContent-Disposition: form-data; name="pass"\r\n\r\n${secret}\r\n--b--`],
  ['XML', (secret) => `<login><password>${secret}</password></login>`],
  ['lines', (secret) => `username: x\npass: ${secret}\n`],
  ['UTF-16', (secret) => Buffer.from(formOf({ pass: secret }), 'utf16le').toString('utf8')],
])('no password is kept, whatever the Content-Type says: %s', (_name, make) => {
  fc.assert(
    fc.property(
      password,
      fc.constantFrom(JSON_TYPE, FORM, 'text/xml', undefined),
      ({ start, whole }, type) => {
        expect(redactTokenBody(make(whole), type) ?? '').not.toContain(start);
      },
    ),
  );
});

it('what is known and no secret is kept as it was sent', () => {
  const secret = { password: 'hunter2', client_secret: null };
  expect(JSON.parse(redactTokenBody(JSON.stringify({ ...user, ...secret })) ?? '')).toEqual({
    ...user,
    password: '[redacted]',
    client_secret: null,
  });
  const form = 'grant_type=password&username=ada%40example.com&scope=openid+email&password=hunter2&realm=x\n';
  expect(JSON.parse(redactTokenBody(form, 'Application/X-WWW-Form-URLencoded; charset=utf-8') ?? '')).toBe(
    'grant_type=password&username=ada%40example.com&scope=openid+email&password=[redacted]&[redacted]=[redacted]',
  );
});

it.each([
  ['multipart/form-data; boundary=b', '--b\r\n\r\nx\r\n--b--'],
  [JSON_TYPE, 'username=x'],
  [JSON_TYPE, '"x"'],
  [FORM, '{"username": "x"'],
  ['application/xml', '<a/>'],
])('of %s nothing is kept: %s', (contentType, text) => {
  expect(redactTokenBody(text, contentType)).toBeUndefined();
});
