import type { Random } from '../random.ts';

/** Credentials that are accepted. */
export interface Credentials {
  apiKey: string;
  bearer: string;
}

/** Name and value; a header may come twice. */
export type HeaderLines = [name: string, value: string][];

const CONTENT_TYPES = [
  'application/json; charset=utf-8',
  'application/json; charset=latin1',
  'application/json; charset="',
  'application/json;;;=',
  'APPLICATION/JSON',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json, text/html',
  '',
  '*/*',
  `application/json; x=${'y'.repeat(3000)}`,
];
const JUNK = [
  '',
  ' ',
  'x',
  '\u00e9\u00ff',
  '"',
  '"unclosed',
  ',,,',
  '=;=;',
  '()<>@',
  '-1',
  '1e999',
  'a'.repeat(4000),
  '%00',
  '\t\t',
  '__proto__',
  'null',
];
const PREFERENCES = [
  'handling=strict',
  'handling=lenient',
  'handling=strict, handling=lenient',
  'handling="strict"',
  'handling',
  'handling=nope',
  'wait=100; handling=strict',
  ';;,=',
];
const JWTS = [
  'eyJhbGciOiJub25lIn0.e30.',
  'eyJhbGciOiJIUzI1NiJ9.e30.AA',
  'a.b.c',
  '..',
  'eyJhbGciOiJSUzI1NiIsImtpZCI6Il9fcHJvdG9fXyJ9.e30.AAAA',
  'e30.e30.e30',
  `${'A'.repeat(5000)}.A.A`,
];
const OTHERS: HeaderLines = [
  ['Upgrade', 'websocket'],
  ['Upgrade', 'h2c'],
  ['Expect', '100-continue'],
  ['Expect', 'the unexpected'],
  ['Connection', 'close'],
  ['Connection', 'upgrade'],
  ['TE', 'trailers'],
  ['Trailer', 'x-api-key'],
  ['Range', 'bytes=0-'],
  ['If-None-Match', '*'],
  ['If-Modified-Since', 'never'],
  ['Accept', 'application/xml;q=1'],
  ['Accept-Encoding', 'gzip;q=0, *;q=-1'],
  ['X-Forwarded-For', '\u00ff, 1.2.3.4'],
  ['X-Forwarded-Host', 'evil\\'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Origin', 'null'],
  ['Cookie', 'a=b; __proto__=c'],
  ['traceparent', '00-zz-zz-00'],
];

function credential(random: Random, route: string, { apiKey, bearer }: Credentials): HeaderLines {
  if (random.chance(0.03)) return [];
  if (random.chance(0.03)) return [['Authorization', `Bearer ${random.pick(JWTS)}`]];
  if (random.chance(0.03))
    return [['Authorization', random.pick(['Bearer', 'bearer ', 'Basic Og==', 'Basic %', ...JUNK])]];
  if (random.chance(0.03)) return [['x-api-key', random.pick([...JUNK, `${apiKey}x`, apiKey.slice(0, -1)])]];
  if (random.chance(0.02))
    return [
      ['x-api-key', apiKey],
      ['x-api-key', apiKey],
    ];
  // API keys are managed with a token only.
  return route === '/api-keys' || random.chance(0.2)
    ? [['Authorization', `Bearer ${bearer}`]]
    : [['x-api-key', apiKey]];
}

/** Headers of a request that is otherwise well formed; never those that frame the body. */
export function randomHeaders(random: Random, route: string, credentials: Credentials): HeaderLines {
  const headers = credential(random, route, credentials);
  if (random.chance(0.95))
    headers.push(['Host', random.chance(0.97) ? 'localhost' : random.pick(JUNK.slice(3))]);
  else headers.push(['Host', '[::1'], ['X-Junk', '']);
  if (route !== '') {
    headers.push([
      'Content-Type',
      random.chance(0.92) ? 'application/json' : random.pick([...CONTENT_TYPES, ...JUNK]),
    ]);
  }
  if (random.chance(0.06))
    headers.push(['Idempotency-Key', random.pick([...JUNK, 'k'.repeat(255), 'k'.repeat(256), 'one', 'two'])]);
  if (random.chance(0.06)) headers.push(['Prefer', random.pick([...PREFERENCES, ...JUNK])]);
  if (random.chance(0.04))
    headers.push(['x-request-id', random.pick([...JUNK, '{"a":1}', '\u0024{jndi:ldap://x}'])]);
  if (random.chance(0.04)) headers.push(random.pick(OTHERS));
  if (random.chance(0.01)) for (let count = 0; count < 300; count++) headers.push([`x-junk-${count}`, 'y']);
  return headers;
}
