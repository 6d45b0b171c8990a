import { describe, expect, test } from 'vitest';
import { createBlueprintCache } from './blueprint-cache.ts';
import { bodyWith, lines, validate } from './validate-events.fixture.ts';

async function check(schema: object, attributes: string, loose = false) {
  const blueprints = [
    { id: 'b-1', shortId: 'event-own', schema: JSON.stringify({ type: 'object', ...schema }) },
  ];
  return validate(bodyWith(attributes, 'event-own'), { loose, blueprints });
}

const CLOSED = {
  properties: { n: { type: 'integer', minimum: 3 } },
  patternProperties: { '^x-': {} },
  additionalProperties: false,
};

describe('an event of a blueprint that the account added', () => {
  test('is accepted with the id of that blueprint', async () => {
    const { events, errors } = await check(CLOSED, '{"n":5,"x-a":1.0}');
    expect(errors).toEqual([]);
    expect(events[0]).toMatchObject({
      type: 'event-own',
      blueprintId: 'b-1',
      attributes: '{"n":5,"x-a":1.0}',
    });
  });

  test.each([
    ['a value out of range', CLOSED, '{"n":2}', 'n: must be >= 3'],
    ['a fraction', CLOSED, '{"n":3.5}', 'n: must be an integer, not 3.5'],
    ['an unknown attribute', CLOSED, '{"nn":3}', "nn: unknown attribute 'nn'; did you mean 'n'?"],
    ['a missing attribute', { required: ['a'] }, '{}', 'a: is required'],
    ['a missing attribute toString', { required: ['toString'] }, '{}', 'toString: is required'],
    [
      'a pattern',
      { properties: { a: { pattern: '^b+$' } } },
      '{"a":"c"}',
      "a: 'c' is not valid; must be a match of the pattern '^b+$'",
    ],
    [
      'another pattern beside it',
      { properties: { a: { pattern: 'c' }, b: { pattern: 'd' } } },
      '{"a":"c","b":"c"}',
      "b: 'c' is not valid; must be a match of the pattern 'd'",
    ],
    [
      'a constant',
      { properties: { a: { const: 1 } } },
      '{"a":2}',
      'a: 2 is not an allowed value; Allowed: 1',
    ],
    [
      'a long text',
      { properties: { a: { maxLength: 1 } } },
      '{"a":"bc"}',
      "a: 'bc' must have at most 1 characters",
    ],
    [
      'equal items',
      { properties: { a: { uniqueItems: true } } },
      '{"a":[{"b":1,"c":2},{"c":2,"b":1}]}',
      'a: must not have equal items',
    ],
    ['a name', { propertyNames: { maxLength: 2 } }, '{"abc":1}', "abc: 'abc' must have at most 2 characters"],
    [
      'what nothing evaluates',
      { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      '{"a":1,"b":2}',
      'b: is not allowed here',
    ],
    [
      'a nested member',
      { properties: { a: { items: { additionalProperties: false } } } },
      '{"a":[{},{"b.c":1}]}',
      'a[1]["b.c"]: unknown member \'b.c\'; known: none',
    ],
    [
      'a format',
      { properties: { a: { format: 'date-time' } } },
      '{"a":"2026-01-31T09:30Z"}',
      "a: '2026-01-31T09:30Z' is not valid; must be YYYY-MM-DDThh:mm:ss[.fraction] with Z or ±hh:mm; the day must exist",
    ],
    [
      'what a reference says',
      { $defs: { s: { type: 'string' } }, properties: { a: { $ref: '#/$defs/s', minLength: 2 } } },
      '{"a":"b"}',
      "a: 'b' must have at least 2 characters",
    ],
  ])('is refused for %s', async (_what, schema, attributes, line) => {
    const all = lines((await check(schema, attributes)).errors);
    expect(all.map((one) => one.replace('events[0].attributes.', ''))).toContain(line);
  });

  test('is checked as {} when it has no attributes', async () => {
    const blueprints = [{ id: 'b', shortId: 'own', schema: '{"type":"object","required":["a"]}' }];
    const { errors } = await validate('{"events":[{"type":"own"}]}', { blueprints });
    expect(lines(errors)).toEqual(['events[0].attributes.a: is required']);
  });

  test('may have unknown attributes with --loose, but no wrong ones', async () => {
    const { events, errors, loosened } = await check(CLOSED, '{"m":1,"n":4}', true);
    expect([events.length, errors.length, loosened.map(({ path }) => path)]).toEqual([
      1,
      0,
      ['events[0].attributes.m'],
    ]);
    expect((await check(CLOSED, '{"n":"4"}', true)).errors).toHaveLength(1);
  });
});

describe('hostile attributes', () => {
  const ones = (count: number) => `{"a":[${Array(count).fill('1').join(',')}]}`;
  const strings = { properties: { a: { items: { type: 'string' } } } };

  test('make 100 errors at most', async () => {
    expect((await check(strings, ones(5000))).errors).toHaveLength(100);
  });

  test('make one error when they are too many to look at each', async () => {
    expect(lines((await check(strings, ones(100_000))).errors)).toEqual([
      "events[0].attributes: does not match the schema of 'event-own'; it is too large to say where",
    ]);
  });

  test.each([
    [
      'contains',
      { properties: { a: { contains: { anyOf: Array(40).fill({ type: 'string' }) } } } },
      ones(400_000),
    ],
    [
      'a slow pattern',
      { properties: { a: { pattern: '[ab].{900}c\\b.\\B$' } } },
      `{"a":"${'abcd fgh'.repeat(100_000)}"}`,
    ],
  ])('are not checked when that could take long: %s', async (_what, schema, attributes) => {
    expect(lines((await check(schema, attributes)).errors)).toEqual([
      "events[0].attributes: is too large to be checked against the schema of 'event-own'",
    ]);
  });

  test('with 100,000 different items are found to be unique', async () => {
    const items = Array.from({ length: 100_000 }, (_, i) => i).join(',');
    expect(
      (await check({ properties: { a: { uniqueItems: true } } }, `{"a":[${items}]}`)).errors,
    ).toHaveLength(0);
  });
});

describe('the cache of blueprints', () => {
  const stored = (index: number) => ({
    id: `b${index}`,
    shortId: 'own',
    schema: `{"type":"object","maxProperties":${index}}`,
  });

  test('compiles a blueprint once, and again when its schema changes', async () => {
    const compile = createBlueprintCache();
    const first = await compile(stored(1));
    expect(await compile(stored(1))).toBe(first);
    expect(await compile({ ...stored(1), schema: '{"type":"object"}' })).not.toBe(first);
  });

  test('forgets what was used longest ago', async () => {
    const compile = createBlueprintCache();
    const [first, second] = [await compile(stored(0)), await compile(stored(1))];
    for (let index = 2; index < 101; index += 1) {
      await compile(stored(index));
      await compile(stored(0));
    }
    expect(await compile(stored(0))).toBe(first);
    expect(await compile(stored(1))).not.toBe(second);
  });

  test('throws for a stored schema that is none', async () => {
    await expect(createBlueprintCache()({ id: 'b', shortId: 'own', schema: '[]' })).rejects.toThrow(
      "Blueprint 'own' (b)",
    );
  });
});
