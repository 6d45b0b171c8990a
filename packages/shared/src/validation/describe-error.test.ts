import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { describeErrors } from './describe-error.ts';
import { formats } from './formats.ts';
import { createProblems } from './problems.ts';

function causesOf(schema: object, value: unknown) {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, logger: false });
  for (const [name, { validate }] of Object.entries(formats)) ajv.addFormat(name, validate);
  const validate = ajv.compile(schema);
  validate(value);
  const problems = createProblems();
  describeErrors(validate.errors, value, '', problems);
  return { causes: problems.causes, paths: problems.list.map(({ path }) => path) };
}

const withMember = (schema: object) => ({ properties: { m: schema } });

describe('the cause of a problem', () => {
  test.each<[what: string, schema: object, value: unknown, rule: string, nearest: unknown]>([
    ['a number for a text', { type: 'string' }, 5, 'type', '5'],
    ['a boolean for a text', { type: 'string' }, true, 'type', 'true'],
    ['a text for a number', { type: 'number' }, '5.5', 'type', 5.5],
    ['a text for an integer', { type: 'integer' }, ' 5 ', 'type', 5],
    ['a fraction for an integer', { type: 'integer' }, 5.7, 'type', 6],
    ['a text for a boolean', { type: 'boolean' }, 'True', 'type', true],
    ['a text that is no number', { type: 'number' }, '0x10', 'type', null],
    ['an object for a text', { type: 'string' }, {}, 'type', null],
    ['a number for one of two types', { type: ['boolean', 'string'] }, 5, 'type', '5'],
    [
      'a number for an instant',
      { type: 'string', format: 'utc-timestamp' },
      1767225600,
      'type',
      '2026-01-01T00:00:00.000Z',
    ],
    ['a number for a text with a pattern', { type: 'string', pattern: '^a' }, 5, 'type', null],
    ['a value of another type and allowed', { type: 'string', enum: ['4', '5'] }, 5, 'type', '5'],
    ['a value of another type and not allowed', { type: 'string', enum: ['a', 'b'] }, 5, 'type', null],
    ['another case', { enum: ['success', 'failed'] }, 'SUCCESS', 'enum', 'success'],
    ['what is like nothing', { enum: ['success', 'failed'] }, 'x', 'enum', null],
    ['what is like nothing, with one choice', { enum: ['success'] }, 'x', 'enum', 'success'],
    ['a text of an allowed number', { enum: [1, 2] }, '2', 'enum', 2],
    ['another than the one', { const: 'a' }, 'b', 'const', 'a'],
    ['too few', { minItems: 1 }, [], 'min-items', 1],
    ['too many', { maxItems: 1 }, [1, 2], 'max-items', 1],
    ['too long', { maxLength: 3 }, 'abcd', 'max-length', 3],
    ['too short', { minLength: 1 }, '', 'min-length', 1],
    ['too small', { minimum: 1 }, 0, 'minimum', 1],
    ['too large', { maximum: 9 }, 10, 'maximum', 9],
    ['the bound itself', { type: 'integer', exclusiveMaximum: 9 }, 9, 'exclusive-maximum', 8],
    ['no multiple', { multipleOf: 5 }, 13, 'multiple-of', 15],
    [
      'an offset',
      { format: 'utc-timestamp' },
      '2026-01-31T09:30:00+01:00',
      'timestamp',
      '2026-01-31T08:30:00Z',
    ],
    ['a day that does not exist', { format: 'calendar-date' }, '2026-02-30', 'date', '2026-02-28'],
    ['an address without a scheme', { format: 'uri' }, 'ci.example.com/7', 'uri', 'https://ci.example.com/7'],
    ['no address', { format: 'uri' }, 'job 7', 'uri', null],
    ['no match', { pattern: '^a$' }, 'b', 'pattern', null],
  ])('is known for %s', (_what, schema, value, rule, nearest) => {
    expect(causesOf(withMember(schema), { m: value }).causes).toEqual([{ rule, path: '/m', nearest }]);
  });

  test('points at the member that is missing or unknown, and names the one that was meant', () => {
    const schema = {
      required: ['kind', 'a/b'],
      properties: { kind: { const: 'x' }, 'a/b': {} },
      additionalProperties: false,
    };
    expect(causesOf({ items: schema }, [{ Kind: 1 }]).causes).toEqual([
      { rule: 'required', path: '/0/kind', nearest: 'x' },
      { rule: 'required', path: '/0/a~1b', nearest: null },
      { rule: 'unknown-member', path: '/0/Kind', nearest: 'kind' },
    ]);
  });

  test('repeats nothing that may be secret', () => {
    const text = { type: 'string' };
    const schema = { properties: { password: text, apiKey: text, clientSecret: { items: text } } };
    const { causes } = causesOf(schema, { password: 1234, apiKey: 5, clientSecret: [6] });
    expect(causes.map(({ nearest }) => nearest)).toEqual([null, null, null]);
  });

  test('tells names apart that a path writes alike, and never is longer than is good', () => {
    const schema = { additionalProperties: { type: 'object', additionalProperties: { type: 'string' } } };
    const long = 'x'.repeat(150);
    const { causes, paths } = causesOf(schema, {
      [`${long}1`]: { a: {} },
      [`${long}2`]: { a: {} },
      ['y'.repeat(1e6)]: { a: {} },
    });
    expect(new Set(paths).size).toBe(2);
    expect(causes.map(({ path }) => path)).toEqual([`/${long}1/a`, '']);
  });
});
