import { InvalidInputError } from '../ci/invalid-input-error.ts';

/** Answers an input's text by its name, without white space around it; empty when it was not given. */
export type GetInput = (name: string) => string;

/** The first choice is the one when nothing is given. @throws InvalidInputError */
export function choiceOf<const T extends string>(
  get: GetInput,
  name: string,
  choices: readonly [T, ...T[]],
): T {
  const text = get(name);
  if (text === '') return choices[0];
  const choice = choices.find((one) => one === text);
  if (choice === undefined) {
    throw new InvalidInputError(name, `'${text}' is not an allowed value; allowed: ${choices.join(', ')}`);
  }
  return choice;
}

/** @throws InvalidInputError */
export function booleanOf(get: GetInput, name: string, otherwise: boolean): boolean {
  const text = get(name).toLowerCase();
  if (text === '') return otherwise;
  if (text !== 'true' && text !== 'false') {
    throw new InvalidInputError(name, `'${get(name)}' is not an allowed value; allowed: true, false`);
  }
  return text === 'true';
}

interface Range {
  least: number;
  most: number;
  otherwise: number;
}

/** @throws InvalidInputError */
export function numberOf(get: GetInput, name: string, { least, most, otherwise }: Range): number {
  const text = get(name);
  if (text === '') return otherwise;
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most)) {
    throw new InvalidInputError(name, `'${text}' is not valid; must be a number from ${least} to ${most}`);
  }
  return number;
}

/** @throws InvalidInputError */
export function wholeNumberOf(get: GetInput, name: string, range: Range): number {
  const number = numberOf(get, name, range);
  if (!Number.isInteger(number)) {
    throw new InvalidInputError(name, `'${get(name)}' is not valid; must be a whole number`);
  }
  return number;
}
