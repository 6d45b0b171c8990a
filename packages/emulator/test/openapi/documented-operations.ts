import { isObject } from '@milepost/shared/validation';

/** What a document says of one operation. */
export interface DocumentedOperation {
  id: string;
  method: string;
  path: string;
  needsCredential: boolean;
  /** Whether it succeeds with a JSON body. */
  answersJson: boolean;
  /** Lower-case names of the headers of each answer, by status. */
  answers: ReadonlyMap<number, ReadonlySet<string>>;
}

const JSON_TYPE = 'application/json';

/** The document with JSON answers that have a member which no answer has. */
export function askingForMore(document: object): object {
  return JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'responses' ? withMoreRequired(value) : value,
  );
}

function withMoreRequired(responses: unknown): unknown {
  for (const [, answer] of Object.entries(isObject(responses) ? responses : {})) {
    for (const [, body] of members(answer, 'content')) {
      if (isObject(body)) body['schema'] = { allOf: [body['schema'], { required: ['never'] }] };
    }
  }
  return responses;
}

/** Reads the operations of an OpenAPI document whose answers stand where they are used. */
export function documentedOperations(document: unknown): DocumentedOperation[] {
  return members(document, 'paths').flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).map(([method, operation]) => {
      const { operationId, security } = isObject(operation) ? operation : {};
      const answers = members(operation, 'responses').map(([status, answer]) => {
        const headers = members(answer, 'headers').map(([name]) => name.toLowerCase());
        return [Number(status), new Set(headers)] as const;
      });
      return {
        id: String(operationId),
        method,
        path,
        answersJson: members(operation, 'responses').some(
          ([status, answer]) =>
            status < '300' && members(answer, 'content').some(([type]) => type === JSON_TYPE),
        ),
        needsCredential: Array.isArray(security) && security.length > 0,
        answers: new Map(answers),
      };
    }),
  );
}

function members(parent: unknown, name: string): [string, unknown][] {
  const value = isObject(parent) ? parent[name] : undefined;
  return isObject(value) ? Object.entries(value) : [];
}
