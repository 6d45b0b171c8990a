import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Random } from '../random.ts';
import { customType, evilAttributes, evilSchema } from './evil-schemas.ts';
import { mutated, randomJson } from './random-json.ts';

const UUID = 'e0000000-0000-4000-8000-000000000011';

function event(random: Random): object {
  if (random.chance(0.15)) return { type: customType(random), attributes: evilAttributes(random) };
  return {
    type: random.pick(['event-deploy', 'event-build', 'event-commit', 'nope', '__proto__']),
    timestamp: random.pick(['2026-01-31T09:30:00Z', '2026-01-31T09:30:00+01:00', '2026-13-01T00:00:00Z']),
    entityId: random.pick(['checkout', 'payments', UUID, UUID.toUpperCase(), 'nobody', 'x'.repeat(5000)]),
    attributes: { env: 'production', status: 'success', build_id: '1', change_window_start: '2026-01-01' },
  };
}

/** A sound body of each route that takes one, before it is spoilt. */
const SOUND: Readonly<Record<string, (random: Random) => unknown>> = {
  '/events': (random) => ({ events: Array.from({ length: random.int(1, 3) }, () => event(random)) }),
  '/entities': (random) => ({
    shortId: `entity-${random.int(0, 99)}`,
    name: 'Entity',
    type: 'service',
    description: 'd',
    attributes: { a: [1, { b: null }] },
  }),
  '/blueprints': (random) => ({ shortId: customType(random), name: 'Evil', schema: evilSchema(random) }),
  '/api-keys': () => ({ name: 'key', expiresAt: '2099-01-01T00:00:00Z', entityIds: ['checkout', UUID] }),
  '/incidents': (random) => ({
    title: 'Down',
    state: random.pick(['new', 'resolved', 'canceled']),
    severity: 'P1',
    detectedAt: '2026-01-31T09:30:00Z',
    resolvedAt: '2026-01-31T10:30:00Z',
    changeId: `CHG-${random.int(0, 9)}`,
    externalSystem: 'x',
    externalIncidentNumber: `${random.int(0, 999)}`,
    affectedEntityIds: ['checkout', UUID],
    customFields: { a: [1, { b: null }] },
  }),
  '/repos': (random) => ({
    name: 'Shop',
    entityIds: ['checkout', UUID],
    // Commits by hand, or a place that nobody reads before midnight.
    ...(random.chance(0.3) && {
      url: random.pick(['https://a.test/b.git', 'git@a.test:b', 'ext::id', 'x:y@z']),
    }),
  }),
  '/incidents/webhooks/pagerduty': () => ({
    event: { event_type: 'incident.triggered', data: { id: 'P1' } },
  }),
  '/oauth/token': (random) => ({
    grant_type: 'password',
    username: 'dev@milepost.local',
    // Nearly always refused before the slow part, the password's hash.
    password: 'milepost',
    client_id: random.chance(0.02) ? 'milepost-cli' : 'another',
    scope: 'openid',
    audience: 'any',
  }),
};

/** JSON text for a route: a sound body, spoilt more or less; or anything at all. */
export function bodyText(random: Random, route: string): string {
  const sound = SOUND[route];
  if (!sound || random.chance(0.1)) return randomJson(random);
  // Members that are doubled on every level make some of them huge.
  return mutated(random, sound(random), random.pick([0, 0.03, 0.1, 0.3])).slice(0, MAX_LENGTH);
}

/** Somewhat more than the service takes. */
const MAX_LENGTH = 1_200_000;

const BOMB = Buffer.alloc(64 * 1024 * 1024, 'a');
let bombs: { encoding: string; bytes: Buffer }[] | undefined;

function bomb(random: Random): { encoding: string; bytes: Buffer } {
  bombs ??= [
    { encoding: 'gzip', bytes: gzipSync(BOMB) },
    { encoding: 'deflate', bytes: deflateSync(BOMB) },
    { encoding: 'br', bytes: brotliCompressSync(BOMB) },
  ];
  return random.pick(bombs);
}

/** The bytes that are sent for a text, and what Content-Encoding says of them. */
export function encodeBody(random: Random, text: string): { bytes: Buffer; encoding?: string } {
  const utf8 = Buffer.from(text, 'utf8');
  if (random.chance(0.75)) return { bytes: utf8 };
  if (random.chance(0.02)) return bomb(random);
  return random.pick([
    () => ({ bytes: Buffer.from(`${text}é`, 'latin1') }),
    () => ({ bytes: Buffer.from(text, 'utf16le') }),
    () => ({ bytes: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]) }),
    () => ({ bytes: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8]) }),
    () => ({ bytes: spoil(random, utf8) }),
    () => ({ bytes: Buffer.concat([utf8, Buffer.from([0])]) }),
    () => ({ bytes: utf8.subarray(0, Math.floor(utf8.length / 2)) }),
    () => ({ bytes: gzipSync(utf8), encoding: 'gzip' }),
    () => ({ bytes: gzipSync(utf8).subarray(0, 12), encoding: 'gzip' }),
    () => ({ bytes: spoil(random, gzipSync(utf8)), encoding: 'gzip' }),
    () => ({ bytes: gzipSync(gzipSync(utf8)), encoding: 'gzip, gzip' }),
    () => ({ bytes: brotliCompressSync(utf8.subarray(0, 2000)), encoding: 'br' }),
    () => ({ bytes: utf8, encoding: 'br' }),
    () => ({ bytes: utf8, encoding: 'deflate' }),
    () => ({
      bytes: utf8,
      encoding: random.pick(['identity', 'GZIP', 'zstd', 'compress', '', 'x\u00ff', 'gzip;q=0']),
    }),
    () => ({ bytes: Buffer.alloc(random.pick([1_048_576, 1_048_577, 3_000_000]), ' ') }),
  ])();
}

/** With bytes in it that no UTF-8 has: cut sequences, surrogates, overlong forms. */
function spoil(random: Random, bytes: Buffer): Buffer {
  const at = random.int(0, bytes.length);
  const wrong = random.pick([
    [0xff],
    [0xc3],
    [0xed, 0xa0, 0x80],
    [0xc0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xe2, 0x28],
  ]);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(wrong), bytes.subarray(at)]);
}
