import type { ValidationError } from '@milepost/shared';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { HttpError } from '../http/http-errors.ts';
import { isObject } from '../validation/is-object.ts';
import { memberPath } from '../validation/json-path.ts';
import { createProblems } from '../validation/problems.ts';
import { quote } from '../validation/quote.ts';
import { parseTimestamp } from '../validation/timestamp.ts';
import { type CreateApiKeyBody, createApiKeyBodySchema } from './api-keys.schema.ts';

/** A checked body of POST /api-keys: the instant is one of the calendar, and in the future. */
export interface NewApiKeyRequest {
  name: string;
  expiresAt: number | null;
  /** Ids or shortIds as sent; null for no limit. */
  entityReferences: readonly string[] | null;
}

/** One a member: a value that breaks two rules has one remedy. */
const REMEDIES: Readonly<Record<string, string>> = {
  name: 'must be a string of 1 to 100 characters, not only blanks, without control characters',
  expiresAt:
    'must be a UTC datetime in the future, such as 2030-01-31T09:30:00Z; leave it out for a key that never expires',
  entityIds: 'must be an array of 1 to 1000 ids or shortIds of entities; leave it out for all of them',
};

/**
 * Makes the check of POST /api-keys' body; the schema is compiled when first needed. The check throws an
 * HttpError 400 with everything that is wrong.
 */
export function createApiKeyValidator(): (body: unknown, now: number) => NewApiKeyRequest {
  let validate: ValidateFunction<CreateApiKeyBody> | undefined;
  return (body, now) => {
    if (!isObject(body)) throw new HttpError(400, 'The body must be a JSON object.');
    validate ??= compile();
    if (!validate(body)) throw new HttpError(400, problemsOf(validate.errors ?? []));
    const expiresAt = body.expiresAt === undefined ? null : (parseTimestamp(body.expiresAt) ?? null);
    if (expiresAt !== null && expiresAt <= now) {
      throw new HttpError(400, [
        { type: 'field', msg: REMEDIES['expiresAt'] ?? '', path: 'expiresAt', location: 'body' },
      ]);
    }
    return { name: body.name, expiresAt, entityReferences: body.entityIds ?? null };
  };
}

function compile(): ValidateFunction<CreateApiKeyBody> {
  const isTimestamp = (text: string) => parseTimestamp(text) !== undefined;
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    formats: { 'utc-timestamp': isTimestamp },
  });
  return ajv.compile<CreateApiKeyBody>(createApiKeyBodySchema);
}

function problemsOf(errors: readonly ErrorObject[]): ValidationError[] {
  const problems = createProblems();
  for (const { instancePath, keyword, params } of errors) {
    if (keyword === 'additionalProperties') {
      const unknown = String(params['additionalProperty']);
      const known = Object.keys(REMEDIES).join(', ');
      problems.add(memberPath('', unknown), `unknown member ${quote(unknown)}; there are ${known}`);
      continue;
    }
    // The only required member is the name; no path is deeper than an element of entityIds.
    const [member = '', index] = keyword === 'required' ? ['name'] : instancePath.split('/').slice(1);
    problems.add(index === undefined ? member : `${member}[${index}]`, REMEDIES[member] ?? '');
  }
  return problems.list;
}
