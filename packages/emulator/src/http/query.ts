import type { ValidationError } from '@milepost/shared';
import { parseTimestamp } from '@milepost/shared/validation';
import type { Request } from 'express';
import { HttpError } from './http-errors.ts';

/** Reads one query parameter's value, or says what is wrong with it. */
export type QueryReader<T> = (text: string) => { value: T } | { problem: string };

interface Parameter<T> {
  read: QueryReader<T>;
  /** May come several times. */
  repeatable?: boolean;
}

type Values<P> = { [K in keyof P]?: P[K] extends Parameter<infer T> ? T[] : never };

/**
 * Parses a query string. What is not known is refused as well: a misspelt filter must not look like no filter.
 *
 * @throws HttpError 400 with one item a problem, `location: "query"`.
 */
export function parseQuery<P extends Record<string, Parameter<unknown>>>(
  req: Request,
  parameters: P,
): Values<P> {
  const errors: ValidationError[] = [];
  const values: Values<P> = {};
  for (const [name, sent] of Object.entries(req.query)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const texts = [sent].flat();
    const problem = (msg: string) => errors.push({ type: 'field', msg, path: name, location: 'query' });
    if (!parameter) {
      problem(`unknown parameter; known here: ${Object.keys(parameters).join(', ')}`);
      continue;
    }
    if (texts.length > 1 && !parameter.repeatable) {
      problem('must come only once');
      continue;
    }
    const read: unknown[] = [];
    for (const text of texts) {
      const result = typeof text === 'string' ? parameter.read(text) : { problem: 'must be a string' };
      if ('problem' in result) problem(result.problem);
      else read.push(result.value);
    }
    Object.assign(values, { [name]: read });
  }
  if (errors.length > 0) throw new HttpError(400, errors);
  return values;
}

export const anyText: QueryReader<string> = (text) =>
  text === '' || text.includes('\0') || !text.isWellFormed()
    ? { problem: 'must be text, not empty' }
    : { value: text };

export function wholeNumber(min: number, max: number): QueryReader<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max
      ? { value }
      : { problem: `must be a whole number from ${min} to ${max}` };
  };
}

export function oneOf<T extends string>(...choices: readonly T[]): QueryReader<T> {
  return (text) => {
    const value = choices.find((choice) => choice === text);
    return value === undefined ? { problem: `must be one of: ${choices.join(', ')}` } : { value };
  };
}

export const utcInstant: QueryReader<number> = (text) => {
  const value = parseTimestamp(text);
  return value === undefined
    ? { problem: 'must be an ISO 8601 datetime in UTC, such as 2026-01-31T09:30:00Z' }
    : { value };
};
