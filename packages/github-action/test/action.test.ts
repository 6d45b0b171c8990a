import { outputsOf, readFailOn } from '@milepost/shared/report';
import { expect, test } from 'vitest';
import { readInputs } from '../src/inputs.ts';
import { readAction } from './read-action.ts';

const { inputs, outputs } = await readAction();

test('every input of action.yml is read, and no other', () => {
  const asked = new Set<string>();
  const get = (name: string) => {
    asked.add(name);
    return '';
  };
  readInputs(get);
  readFailOn(get);

  expect([...asked].sort()).toEqual(Object.keys(inputs).sort());
});

test('an input that the runner leaves empty means its default in action.yml', () => {
  const nothing = () => '';
  const defaults = (name: string) => {
    const value = inputs[name]?.default ?? '';
    return /^\$\{\{/.test(value) ? '' : value;
  };

  expect(readInputs(nothing)).toEqual(readInputs(defaults));
  expect(readFailOn(nothing)).toBe(readFailOn(defaults));
});

test('every output of action.yml is set, and no other', () => {
  const set = outputsOf({ outcome: 'skipped', reason: 'nothing to report' });

  expect(Object.keys(set).sort()).toEqual(Object.keys(outputs).sort());
});
