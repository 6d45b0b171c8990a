import type { Random } from '../random.ts';
import { randomJson } from './random-json.ts';

const PARAMETERS = [
  'limit',
  'offset',
  'cursor',
  'type',
  'entityId',
  'env',
  'status',
  'from',
  'to',
  'metric',
  'day',
  'granularity',
  'live',
  'state',
  'changeId',
  'limit[]',
  '__proto__',
  'constructor',
  '',
  '%00',
  'Limit',
];

const cursor = (value: string): string => Buffer.from(value).toString('base64url');
const CURSORS = [
  '[]',
  '{}',
  'null',
  '[0,0]',
  '[0,0,0,0]',
  '[0,0,1e999,1]',
  '[0,0,9007199254740991,9007199254740991]',
  '[0,0,"\\u0000"]',
  '[0,0,"\\ud800"]',
  '[0,0,"a","b"]',
  '[-1,0,1,1]',
  '[0.5,0,1,1]',
  '[9007199254740991,1,1,1]',
  '[[0],0,1,1]',
  '[0,0,"checkout"]',
  '[1,2,1780000000000,5]',
  '["incidents",0,9,1780000000000,"x"]',
  '["incidents",0,9,1780000000000,"e0000000-0000-4000-8000-0000000000ff"]',
  '["incidents",0,9,"x",5]',
  '["incidents",0,9,5]',
  '["events",0,9,"x","y"]',
  '["entities",0,9,5]',
  '["repos",9007199254740991,1,1]',
  '["dora-runs",9007199254740991,1,1]',
  '["dora-explain",9007199254740991,1,1]',
].map(cursor);
const VALUES = [
  '',
  '0',
  '1',
  '-1',
  '1e3',
  '0x10',
  '500',
  '501',
  '9007199254740991',
  '9007199254740992',
  '99999999999999999999',
  'NaN',
  '%00',
  'a%00b',
  '%ff',
  '%',
  '%ED%A0%80',
  'production',
  'checkout',
  'success',
  'leadTimeForChange',
  'day',
  'week',
  'true',
  'resolved',
  '2026-01-01',
  '2026-02-30',
  '0000-01-01',
  '9999-12-31',
  '2026-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '1970-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  "'%20or%201=1--",
  'x'.repeat(3000),
];

/** A query string, with its question mark. */
export function randomQuery(random: Random): string {
  const pairs = Array.from({ length: random.pick([1, 1, 2, 3, 200]) }, () => randomPair(random));
  const text = pairs.join('&').slice(0, 12_000);
  return random.chance(0.1) ? `?${text}?&&=&` : `?${text}`;
}

function randomPair(random: Random): string {
  const name = random.pick(PARAMETERS);
  if (name !== 'cursor' || random.chance(0.2)) return `${name}=${random.pick(VALUES)}`;
  return `cursor=${random.chance(0.6) ? random.pick(CURSORS) : cursor(`[0,0,${randomJson(random, 1)}]`)}`;
}
