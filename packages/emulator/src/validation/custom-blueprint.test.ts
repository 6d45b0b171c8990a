import { describe, expect, test } from 'vitest';
import { checkCustomBlueprint } from './custom-blueprint.ts';
import { lines } from './validate-events.fixture.ts';

async function check(schema: unknown, shortId: unknown = 'event-own'): Promise<string[]> {
  return lines(await checkCustomBlueprint({ shortId, schema }));
}

function nested(levels: number, keyword: string): object {
  return levels === 0 ? {} : { [keyword]: nested(levels - 1, keyword) };
}

/** Each definition has the one before twice: 2^levels subschemas. */
function doubling(levels: number): object {
  const names = Array.from({ length: levels }, (_, level) => [
    `a${level}`,
    level === 0 ? { type: 'string' } : { allOf: Array(2).fill({ $ref: `#/$defs/a${level - 1}` }) },
  ]);
  return { type: 'object', $defs: Object.fromEntries(names), $ref: `#/$defs/a${levels - 1}` };
}

describe('accepts', () => {
  test.each([
    ['no properties', { type: 'object' }],
    ['the dialect 2020-12', { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' }],
    [
      'what draft 7 has in common',
      { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', definitions: {} },
    ],
    [
      'local references',
      { type: 'object', $defs: { 'a/b': { type: 'string' } }, properties: { a: { $ref: '#/$defs/a~1b' } } },
    ],
    [
      'annotations',
      { type: 'object', title: 'T', 'x-owner': 'me', properties: { a: { default: 1, examples: [2] } } },
    ],
    ['names of what objects inherit', { type: 'object', properties: { constructor: { type: 'string' } } }],
    [
      'a pattern that would backtrack for ever elsewhere',
      { type: 'object', properties: { a: { pattern: '(a+)+$' } } },
    ],
    [
      'formats that nobody knows',
      { type: 'object', properties: { a: { type: 'string', format: 'colour' } } },
    ],
    [
      'schemas that would escape from generated code',
      { type: 'object', properties: { '"];throw 1//': { const: '`;throw 1//' } } },
    ],
    ['60 levels', { type: 'object', properties: { a: nested(60, 'not') } }],
  ])('%s', async (_what, schema) => {
    expect(await check(schema)).toEqual([]);
  });
});

describe('refuses', () => {
  test.each([
    ['a boolean', true, 'schema: must describe an object, since attributes are one: {"type": "object", …}'],
    ['a list', [], 'schema: must describe an object, since attributes are one: {"type": "object", …}'],
    ['no type', {}, 'schema.type: must describe an object, since attributes are one: {"type": "object", …}'],
    ['another type', { type: ['object', 'null'] }, 'schema.type: must describe an object'],
    [
      'another dialect',
      { type: 'object', $schema: 'http://json-schema.org/draft-04/schema#' },
      'schema.$schema: ',
    ],
    ['a wrong keyword value', { type: 'object', minProperties: -1 }, 'schema.minProperties: must be >= 0'],
    [
      'a remote reference',
      { type: 'object', properties: { a: { $ref: 'https://example.com/a' } } },
      "schema.properties.a.$ref: 'https://example.com/a' is not local; refer to '#/$defs/…'",
    ],
    [
      'a reference to nothing',
      { type: 'object', $ref: '#/$defs/a' },
      "schema.$ref: '#/$defs/a' refers to nothing in this schema",
    ],
    ['a reference to what objects inherit', { type: 'object', $ref: '#/constructor' }, 'schema.$ref: '],
    ['a reference to an anchor', { type: 'object', $ref: '#a' }, "schema.$ref: '#a' refers to nothing"],
    [
      'a reference with a broken escape',
      { type: 'object', $ref: '#/%zz' },
      "schema.$ref: '#/%zz' refers to nothing",
    ],
    [
      'a reference to no schema',
      { type: 'object', $ref: '#/enum/0', enum: [{ type: 5 }] },
      'schema: cannot be compiled',
    ],
    [
      'recursion',
      { type: 'object', properties: { a: { $ref: '#' } } },
      "schema.properties.a.$ref: '#' refers back to itself",
    ],
    [
      'recursion by a detour',
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/b' } },
        $defs: { b: { items: { $ref: '#/$defs/b' } } },
      },
      "schema.properties.a.$ref.items.$ref: '#/$defs/b' refers back to itself",
    ],
    ['exponential growth', doubling(40), 'schema: has more than 500 subschemas'],
    [
      'many subschemas',
      { type: 'object', anyOf: Array(600).fill({}) },
      'schema: has more than 500 subschemas',
    ],
    [
      'long lists many times',
      {
        type: 'object',
        $defs: { a: { enum: Array.from({ length: 9000 }, (_, i) => i) } },
        allOf: Array(9).fill({ $ref: '#/$defs/a' }),
      },
      'schema: has more than 20000 keywords',
    ],
    [
      'large patterns',
      { type: 'object', properties: { a: { pattern: '(.{1,900}){1}'.repeat(9) } } },
      'schema: has patterns',
    ],
    ['$id', { type: 'object', $id: 'a' }, 'schema.$id: is not possible in a blueprint'],
    [
      '$anchor',
      { type: 'object', properties: { a: { $anchor: 'a' } } },
      'schema.properties.a.$anchor: is not possible',
    ],
    [
      '$dynamicRef',
      { type: 'object', items: { $dynamicRef: '#a' } },
      'schema.items.$dynamicRef: is not possible',
    ],
    ['dependencies', { type: 'object', dependencies: {} }, 'schema.dependencies: is of an earlier draft'],
    [
      'a keyword that nobody knows',
      { type: 'object', propertees: {} },
      "schema.propertees: unknown keyword 'propertees'; did you mean 'properties'?",
    ],
    [
      '$async, which ajv would know',
      { type: 'object', $async: true },
      "schema.$async: unknown keyword '$async'",
    ],
    [
      'look-ahead',
      { type: 'object', properties: { a: { pattern: '(?=a)' } } },
      "schema.properties.a.pattern: the pattern '(?=a)' is not in RE2 syntax",
    ],
    [
      'a back-reference',
      { type: 'object', patternProperties: { '(a)\\1': {} } },
      'schema.patternProperties["(a)\\\\1"]: the pattern',
    ],
    [
      'a property __proto__',
      JSON.parse('{"type":"object","properties":{"__proto__":{}}}'),
      "schema.properties.__proto__: cannot be named '__proto__'",
    ],
    ['more than 64 KiB', { type: 'object', description: 'x'.repeat(65_536) }, 'schema: an object of 65'],
    ['65 levels', { type: 'object', ...nested(65, 'not') }, 'schema: is nested deeper than 64 levels'],
    [
      '500,000 levels',
      JSON.parse(`{"type":"object","enum":${'['.repeat(500_000)}${']'.repeat(500_000)}}`),
      'schema: is nested deeper',
    ],
    ['U+0000', { type: 'object', title: '\0' }, 'schema.title: contains U+0000'],
    ['nothing', undefined, 'schema: is required'],
  ])('%s', async (_what, schema, line) => {
    const [first = ''] = await check(schema);
    expect(first.slice(0, line.length)).toBe(line);
  });

  test.each(['', 'A', '-a', 'a'.repeat(64), '04252f20-4000-470a-a1eb-88bf5bb648d2', 5, null, undefined])(
    'the shortId %j',
    async (shortId) => {
      const [line] = lines(await checkCustomBlueprint({ shortId, schema: { type: 'object' } }));
      expect(line).toMatch(/^shortId: .* is not a shortId; must be 1 to 63/);
    },
  );
});
