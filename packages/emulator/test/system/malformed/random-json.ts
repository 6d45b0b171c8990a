import type { Random } from '../random.ts';

/** JSON text, or what looks like it: of every shape, with all that parsers and databases stumble over. */
const SCALARS = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e999',
  '-1e999',
  '1e-999',
  '9007199254740993',
  '9'.repeat(400),
  `0.${'1'.repeat(400)}`,
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\uffff\\ufeff\\u202e"',
  '"\u2028\u2029\u0085\u00a0"',
  '"👩‍👩‍👧‍👦"',
  '"event-deploy"',
  '"__proto__"',
  '"checkout"',
  '"e0000000-0000-4000-8000-000000000011"',
  '"2026-02-30T10:00:00Z"',
  '"-271821-04-20T00:00:00.000Z"',
  '"9999-12-31T23:59:59.999999999Z"',
  '"0000-00-00"',
  '"\'; drop table events; --"',
  '"%s%n\u0024{7*7}{{7*7}}<script>"',
  '"../../etc/passwd\\u0000.json"',
];
/** What no parser may take for JSON. */
const BROKEN = [
  '',
  'undefined',
  'NaN',
  '-Infinity',
  '0x10',
  '01',
  "'a'",
  '"\t"',
  '"\\x41"',
  '[1,]',
  '{,}',
  '{"a"}',
  '"',
  '//',
  '\0',
];
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  '',
  ' ',
  '0',
  '-1',
  'length',
  '$ref',
  '\\u0000',
  '\\ud800',
  'a.b[0]',
  'Env',
  'entityID',
  'events',
  'attributes',
];

export function randomName(random: Random): string {
  return random.pick(NAMES);
}

export function randomJson(random: Random, depth = 4): string {
  const kind = random.int(0, depth > 0 ? 13 : 6);
  switch (kind) {
    case 7:
    case 8:
      return `[${times(random, 4, () => randomJson(random, depth - 1))}]`;
    case 9:
    case 10:
    case 11:
      return `{${times(random, 4, () => `"${randomName(random)}":${randomJson(random, depth - 1)}`)}}`;
    case 12:
      return random.chance(0.1)
        ? deep(random, random.pick([31, 32, 33, 500, 10_000, 100_000]))
        : random.pick(SCALARS);
    case 13:
      return random.chance(0.1) ? random.pick(BROKEN) : `"${longText(random)}"`;
    default:
      return random.pick(SCALARS);
  }
}

function times(random: Random, most: number, make: () => string): string {
  return Array.from({ length: random.int(0, most) }, make).join(',');
}

function longText(random: Random): string {
  return random.pick(['a', 'é', '\\u0041', '🚀', '\\n', 'a!']).repeat(random.pick([1, 10, 300, 300, 5000]));
}

/** Nested so many levels; sometimes never closed. */
function deep(random: Random, levels: number): string {
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[[],{"__proto__":', '}]'],
  ] as const);
  return `${open.repeat(levels)}1${random.chance(0.9) ? close.repeat(levels) : ''}`;
}

/** A value as JSON text, with other text in random places of it, further and doubled members, and lost ones. */
export function mutated(random: Random, value: unknown, probability = 0.15): string {
  if (random.chance(probability)) return randomJson(random);
  if (Array.isArray(value)) {
    const elements = value.map((element) => mutated(random, element, probability));
    if (random.chance(probability / 3))
      elements.push(...Array<string>(random.pick([1, 15, 16, 1000])).fill('{}'));
    return `[${elements.join(',')}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(() => !random.chance(probability / 4))
    .map(([name, member]) => `${JSON.stringify(name)}:${mutated(random, member, probability)}`);
  if (random.chance(probability)) members.push(`"${randomName(random)}":${randomJson(random, 2)}`);
  if (random.chance(probability / 3)) members.push(...members);
  return `{${members.join(',')}}`;
}
