import { createProblems, describeErrors, inspectJson } from '@milepost/shared/validation';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Request } from 'express';
import { createAjv } from '../validation/create-ajv.ts';
import { bodyProblems, HttpError } from './http-errors.ts';
import { jsonBodyOf } from './read-json.ts';
import type { Refusal } from './refusal.ts';

/** Why a body that is no object is refused. */
export const NO_OBJECT: Refusal = { rule: 'type', path: '', nearest: null };

/**
 * Makes the check of a route's JSON body by its schema, which is compiled when first needed. The check answers
 * the body, or throws a 400 that names everything wrong with it at once.
 *
 * @param depth levels that the body may nest; 32 by default.
 */
export function createBodyCheck<T>(schema: object, depth?: number): (req: Request) => Promise<T> {
  let compiled: Promise<ValidateFunction<T>> | undefined;

  return async (req) => {
    const { value } = jsonBodyOf(req);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new HttpError(400, 'The body must be a JSON object.', { refusals: [NO_OBJECT] });
    }
    compiled ??= createAjv().then((ajv) => ajv.compile<T>(schema));
    const validate = await compiled;
    const problems = createProblems();
    const { tooDeep } = inspectJson(value, '', problems, depth);
    // What is too deep would exhaust the stack.
    if (!tooDeep) {
      if (validate(value) && problems.list.length === 0) return value;
      describeErrors(validate.errors, value, '', problems);
    }
    throw bodyProblems(problems);
  };
}
