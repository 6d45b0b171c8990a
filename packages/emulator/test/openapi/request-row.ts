/**
 * What JSON Schema and OpenAPI cannot say. Of these alone the document may call a request valid that the service
 * refuses as invalid.
 */
export const EXCEPTIONS = [
  'an instant or day that does not exist, or is past where it must not be',
  'a type, an entity or a password that is not the right one',
  'a text or a depth that databases refuse',
  'a query parameter that is unknown, or a cursor that is none of ours',
  'a blueprint whose schema is no JSON Schema, or not one of an object',
  'a client that names itself neither in the body nor by HTTP Basic',
  'a body in another charset',
  // The document has minLength: 1; Prism takes a parameter without a value for none.
  'a query parameter without a value',
  // The document has dependentRequired and dependentSchemas; Prism knows only JSON Schema draft 7.
  'members that need or exclude each other',
  'a clock that is to go forward too far at once',
  'a place that git must not be given',
  'a window that is too long or ends before it begins, or a day beside it',
  'a seed or a snapshot whose parts do not fit together',
] as const;

export type Exception = (typeof EXCEPTIONS)[number];

/** One request of the table, and the answer that the service must give. */
export interface RequestRow {
  /** operationId of the document; null for what is not in it. */
  operation: string | null;
  name: string;
  path: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  status: number;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  text?: string;
  headers?: Readonly<Record<string, string>>;
  /** The well-known key by default; null for none. */
  as?: 'key' | 'limited key' | 'bearer' | null;
  /** Why the document may call it valid, though it is refused with 400. */
  exception?: Exception;
}

type Rest = Omit<RequestRow, 'operation' | 'name' | 'path' | 'method' | 'status'> & { path?: string };

/** Makes rows of one operation. */
export function rowsOf(operation: string | null, method: RequestRow['method'], path: string) {
  return (status: number, name: string, rest: Rest = {}): RequestRow => ({
    operation,
    name,
    method,
    path,
    status,
    ...rest,
  });
}
