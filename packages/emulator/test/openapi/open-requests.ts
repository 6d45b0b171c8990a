import { WELL_KNOWN_CLIENT_ID, WELL_KNOWN_USER } from '../../src/auth/well-known.ts';
import { type Exception, type RequestRow, rowsOf } from './request-row.ts';

const WRONG: Exception = 'a type, an entity or a password that is not the right one';
const CLIENT: Exception = 'a client that names itself neither in the body nor by HTTP Basic';

const anybody = { as: null } as const;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const basic = (client: string) => ({ authorization: `Basic ${btoa(client)}` });

export const grant = {
  grant_type: 'password',
  username: WELL_KNOWN_USER.email,
  password: WELL_KNOWN_USER.password,
  client_id: WELL_KNOWN_CLIENT_ID,
};
const { client_id: _left, ...anonymous } = grant;

function tokenRequests(): RequestRow[] {
  const issue = rowsOf('issueToken', 'POST', '/oauth/token');
  const token = (status: number, name: string, json: unknown, rest: Partial<RequestRow> = {}) =>
    issue(status, name, { json, ...anybody, ...rest });
  return [
    token(200, 'without a scope', grant),
    token(200, 'as the specification has it', {
      ...grant,
      audience: 'https://x.test',
      scope: 'openid profile',
    }),
    token(200, 'with more members', { ...grant, realm: 7, audience: '' }),
    issue(200, 'form encoding', { text: `${new URLSearchParams(grant)}`, headers: form, ...anybody }),
    token(200, 'a client by HTTP Basic', anonymous, { headers: basic(`${WELL_KNOWN_CLIENT_ID}:`) }),
    token(400, 'no client', anonymous, { exception: CLIENT }),
    token(400, 'a wrong password', { ...grant, password: 'wrong' }, { exception: WRONG }),
    ...[
      { grant_type: undefined },
      { grant_type: 'client_credentials' },
      { username: undefined },
      { username: '' },
      { password: '' },
      { password: null },
      { scope: ['openid'] },
      { audience: 7 },
      { client_id: 7 },
    ].map((members) => token(400, `${Object.entries(members)}`, { ...grant, ...members })),
    issue(400, 'form encoding without a password', {
      text: 'grant_type=password',
      headers: form,
      ...anybody,
    }),
    issue(400, 'not JSON', { text: '{', ...anybody }),
    issue(400, 'no body', anybody),
    issue(400, 'a body of another type', {
      text: 'grant_type=password',
      headers: { 'content-type': 'text/plain' },
      ...anybody,
    }),
    token(401, 'an unknown client', { ...grant, client_id: 'other' }),
    token(401, 'a client with a secret', anonymous, { headers: basic(`${WELL_KNOWN_CLIENT_ID}:secret`) }),
    token(413, 'more than 64 KiB', { ...grant, password: 'x'.repeat(65_536) }),
    ...Array.from({ length: 10 }, (_, n) =>
      token(400, `wrong password ${n + 1}`, { ...grant, username: 'eve@example.com' }, { exception: WRONG }),
    ),
    token(429, 'one wrong password too many', { ...grant, username: 'eve@example.com' }),
  ];
}

export function openRequests(): RequestRow[] {
  const open = (operation: string, path: string) => rowsOf(operation, 'GET', path)(200, path, anybody);
  const metrics = rowsOf('getMetrics', 'GET', '/metrics');
  const unknown = (method: RequestRow['method'], path: string, status: number) =>
    rowsOf(null, method, path)(status, `${method} ${path}`);
  return [
    ...tokenRequests(),
    open('getSigningKeys', '/.well-known/jwks.json'),
    open('getOpenIdConfiguration', '/.well-known/openid-configuration'),
    open('getLiveness', '/livez'),
    open('getReadiness', '/readyz'),
    open('getDocs', '/docs'),
    open('getOpenApiDocument', '/openapi.json'),
    rowsOf('getOpenApiDocument', 'GET', '/openapi.json')(304, 'unchanged', {
      // fetch() would ask for a new copy beside it.
      headers: { 'if-none-match': '*', 'cache-control': 'max-age=0' },
      ...anybody,
    }),
    metrics(200, 'with an API key'),
    metrics(200, 'with a bearer token', { as: 'bearer' }),
    unknown('GET', '/nowhere', 404),
    unknown('GET', '/events/a/b', 404),
    unknown('DELETE', '/events', 405),
    unknown('PUT', '/entities/checkout', 405),
    unknown('GET', '/oauth/token', 405),
    unknown('POST', '/livez', 405),
    unknown('POST', '/docs', 405),
  ];
}
