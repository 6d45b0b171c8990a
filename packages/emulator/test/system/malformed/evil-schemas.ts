import type { Random } from '../random.ts';

/** Types that blueprints of this test define, and its events name. */
export function customType(random: Random): string {
  return `evil-${random.int(0, 99)}`;
}

const PATTERNS = [
  '(a+)+$',
  '(a|a)*!',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(?=a)b',
  '(.*)*x',
  '\\1(a)',
  '(?<!x)a',
  '[',
  '\\u{110000}',
  'a{1,99999}',
  '((a{1,100}){1,100}){1,100}',
  '\\p{Nope}',
  `(${'a?'.repeat(500)})`,
];

/** Each definition refers twice to the next: 2^levels, if somebody expands it. */
function exponential(levels: number): object {
  const next = (level: number) => ({ $ref: `#/$defs/l${level + 1}` });
  const definitions = Array.from({ length: levels }, (_, level) => [
    `l${level}`,
    { allOf: [next(level), next(level)] },
  ]);
  return {
    $defs: { ...Object.fromEntries(definitions), [`l${levels}`]: { type: 'string' } },
    $ref: '#/$defs/l0',
  };
}

const SCHEMAS: readonly ((random: Random) => object)[] = [
  (random) => exponential(random.pick([3, 10, 30, 60])),
  (random) => ({ type: 'object', properties: { a: { type: 'string', pattern: random.pick(PATTERNS) } } }),
  (random) => ({ patternProperties: { [random.pick(PATTERNS)]: false } }),
  () => ({ $ref: '#' }),
  () => ({ allOf: [{ $ref: '#' }, { $ref: '#' }] }),
  () => ({ $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }),
  () => ({ properties: { a: { $ref: '#' }, b: { items: { $ref: '#' } } }, required: ['__proto__'] }),
  () => ({ $dynamicAnchor: 'x', $dynamicRef: '#x' }),
  () => ({ $ref: 'http://127.0.0.1:1/schema.json' }),
  () => ({ $ref: 'file:///etc/passwd' }),
  () => ({ $id: 'https://json-schema.org/draft/2020-12/schema', type: 'object' }),
  () => ({ $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' }),
  () => ({ $id: 'same', $anchor: 'a', $defs: { x: { $id: 'same' }, y: { $anchor: 'a' } } }),
  () => ({ properties: { a: { type: 'array', uniqueItems: true } } }),
  () => ({ properties: { a: { multipleOf: 1e-300 }, b: { multipleOf: 0 }, c: { minLength: 1e308 } } }),
  () => ({ enum: Array.from({ length: 3000 }, (_, index) => ({ index })) }),
  () => ({ type: ['object', 'object', 'nope'], required: 'a', properties: [] }),
  () => ({ oneOf: Array.from({ length: 200 }, () => ({ anyOf: [{ type: 'object' }, { not: {} }] })) }),
  () => ({ unevaluatedProperties: false, dependentSchemas: { a: { unevaluatedProperties: { $ref: '#' } } } }),
  () => ({ properties: { __proto__: { type: 'number' }, constructor: { type: 'string' } } }),
  () => ({ description: 'x'.repeat(70_000) }),
  () => ({
    properties: Object.fromEntries(
      Array.from({ length: 900 }, (_, index) => [`p${index}`, { type: 'string' }]),
    ),
  }),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  () => ({ if: {}, then: { $ref: '#/if' }, else: false, contains: {}, minContains: -1, $async: true }),
  () => ({ format: 'regex', contentMediaType: 'application/json', nullable: true, discriminator: {} }),
];

export function evilSchema(random: Random): object {
  return random.pick(SCHEMAS)(random);
}

/** Attributes for which such schemas are slow, if anything is. */
export function evilAttributes(random: Random): object {
  const { fraction } = random;
  return random.pick([
    () => ({ a: `${'a'.repeat(random.pick([30, 1000, 50_000]))}!` }),
    () => ({ a: Array.from({ length: 3000 }, (_, index) => ({ index, fraction: fraction() })) }),
    () => ({ a: { a: { a: { b: [{ a: {} }, {}] } } } }),
    () =>
      Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`${'a'.repeat(20)}${index}`, index])),
    () => ({}),
  ])();
}
