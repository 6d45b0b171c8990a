import { expect, it } from 'vitest';
import { compileMapping } from './compile-mapping.ts';
import { readField } from './field-rule.ts';
import type { RuleConfig } from './webhook-config.schema.ts';

const payload = {
  title: ' CHG-1 broke it ',
  number: 7,
  nothing: null,
  blank: '  ',
  'a/b': { '~': 'escaped' },
  list: [
    { name: 'other', value: 'x' },
    { name: 'change_id', value: 'CHG-2' },
  ],
  words: ['one', '', 'two'],
  field: { display_value: 'In Progress', value: '2' },
  text: 'a\0b',
};

it.each<[string, RuleConfig, string[] | null | undefined]>([
  ['a text, trimmed', { path: '/title' }, ['CHG-1 broke it']],
  ['a number', { path: '/number' }, ['7']],
  ['escaped names', { path: '/a~1b/~0' }, ['escaped']],
  ['an item by its index', { path: '/words/2' }, ['two']],
  ['an item by a member of it', { path: '/list/name=change_id/value' }, ['CHG-2']],
  ['no such item', { path: '/list/name=env/value' }, undefined],
  ['all items', { path: '/words' }, ['one', 'two']],
  ["ServiceNow's pair", { path: '/field' }, ['2']],
  ['one half of the pair', { path: '/field/display_value' }, ['In Progress']],
  ['what databases refuse', { path: '/text' }, ['ab']],
  ['the first path that gives something', { path: ['/missing', '/blank', '/number'] }, ['7']],
  ['nothing there', { path: '/missing/deep' }, undefined],
  ['members that all objects inherit', { path: '/constructor/name' }, undefined],
  ['null', { path: '/nothing' }, null],
  ['below null', { path: '/nothing/summary' }, null],
  ['blank', { path: '/blank' }, null],
  ['a default for blank', { path: '/blank', default: 'x' }, ['x']],
  ['no default where the payload is silent', { path: '/missing', default: 'x' }, undefined],
  ['the first group', { path: '/title', pattern: '(CHG-\\d+)' }, ['CHG-1']],
  ['the match, without groups', { path: '/title', pattern: 'CHG-\\d+' }, ['CHG-1']],
  ['no match', { path: '/title', pattern: 'INC(\\d+)' }, null],
  [
    'a value by the table, in any case',
    { path: '/field/display_value', values: { 'IN progress': 'x' } },
    ['x'],
  ],
  ['a value that is not in the table', { path: '/number', values: { 8: 'x' } }, ['7']],
])('finds %s', async (_name, rule, expected) => {
  const { customFields } = await compileMapping({ customFields: { it: rule } }, 'mapping');
  const [compiled] = customFields.values();
  expect(compiled && readField(compiled, payload, false)).toEqual(expected);
});

it('takes the default for a new incident', async () => {
  const { fields } = await compileMapping({ env: { path: '/missing', default: 'staging' } }, 'mapping');
  const [rule] = fields.values();
  expect(rule && readField(rule, payload, true)).toEqual(['staging']);
});

it('spends linear time on a pattern that would backtrack', async () => {
  const { fields } = await compileMapping({ changeId: { path: '/t', pattern: '^(a+)+$' } }, 'mapping');
  const [rule] = fields.values();
  const start = performance.now();
  expect(rule && readField(rule, { t: `${'a'.repeat(50_000)}!` }, false)).toBeNull();
  expect(performance.now() - start).toBeLessThan(5000);
});
