import type { ValidationError } from '@milepost/shared';
import {
  cleanText,
  nearestName,
  nearestTimestamp,
  parseTimestamp,
  textProblem,
  textRule,
} from '@milepost/shared/validation';
import type { Request } from 'express';
import { HttpError } from './http-errors.ts';
import type { Refusal } from './refusal.ts';

/** What is wrong with a parameter: for the caller, and for the journal. */
export interface QueryProblem {
  problem: string;
  rule?: string;
  nearest?: unknown;
}

/** Reads one query parameter's value, or says what is wrong with it. */
export type QueryReader<T> = (text: string) => { value: T } | QueryProblem;

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
  const refusals: Refusal[] = [];
  const values: Values<P> = {};
  for (const [name, sent] of Object.entries(req.query)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const texts = [sent].flat();
    const report = ({ problem: msg, rule = 'parameter', nearest = null }: QueryProblem) => {
      errors.push({ type: 'field', msg, path: name, location: 'query' });
      refusals.push({ rule, path: null, nearest });
    };
    if (!parameter) {
      const known = Object.keys(parameters);
      const problem = `unknown parameter; known here: ${known.join(', ')}`;
      report({ problem, rule: 'unknown-parameter', nearest: nearestName(name, known) });
      continue;
    }
    if (texts.length > 1 && !parameter.repeatable) {
      report({ problem: 'must come only once', rule: 'repeated' });
      continue;
    }
    const read: unknown[] = [];
    for (const text of texts) {
      const result = typeof text === 'string' ? parameter.read(text) : NO_TEXT;
      if ('problem' in result) report(result);
      else read.push(result.value);
    }
    Object.assign(values, { [name]: read });
  }
  if (errors.length > 0) throw new HttpError(400, errors, { refusals });
  return values;
}

const NO_TEXT: QueryProblem = { problem: 'must be a string', rule: 'type' };

export const anyText: QueryReader<string> = (text) => {
  const problem = 'must be text, not empty';
  if (text === '') return { problem, rule: 'min-length', nearest: 1 };
  if (textProblem(text) === undefined) return { value: text };
  return { problem, rule: textRule(text), nearest: cleanText(text) || null };
};

export function wholeNumber(min: number, max: number): QueryReader<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return { value };
    const problem = `must be a whole number from ${min} to ${max}`;
    const sent = text.trim() === '' ? Number.NaN : Number(text);
    if (sent < min) return { problem, rule: 'minimum', nearest: min };
    if (sent > max) return { problem, rule: 'maximum', nearest: max };
    return { problem, rule: 'type', nearest: Number.isNaN(sent) ? null : Math.round(sent) };
  };
}

export function oneOf<T extends string>(...choices: readonly T[]): QueryReader<T> {
  return (text) => {
    const value = choices.find((choice) => choice === text);
    if (value !== undefined) return { value };
    const problem = `must be one of: ${choices.join(', ')}`;
    return { problem, rule: 'enum', nearest: nearestName(text, choices) };
  };
}

export const utcInstant: QueryReader<number> = (text) => {
  const value = parseTimestamp(text);
  return value === undefined
    ? {
        problem: 'must be an ISO 8601 datetime in UTC, such as 2026-01-31T09:30:00Z',
        rule: 'timestamp',
        nearest: nearestTimestamp(text),
      }
    : { value };
};
