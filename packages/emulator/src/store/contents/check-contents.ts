import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { documentSchema, type JsonDocument } from './document-schema.ts';
import { JsonFormatError } from './json-format-error.ts';
import type { StoreContents } from './store-contents.ts';

/**
 * The contents of a document of the present format.
 *
 * @throws JsonFormatError
 */
export function checkContents(document: object): StoreContents {
  isDocument ??= compileSchema();
  if (!isDocument(document))
    throw new JsonFormatError(`is damaged: ${describe(isDocument.errors)}`, 'restore it from a backup');
  const { milepostFormat: _, ...contents } = document;
  return contents;
}

/** Compiled when it is first needed, and once: that takes longer than checking a small document. */
let isDocument: ValidateFunction<JsonDocument> | undefined;

function compileSchema(): ValidateFunction<JsonDocument> {
  const ajv = new Ajv2020();
  ajv.addFormat('lower-case UUID', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  ajv.addFormat('json', (text) => isJson(text));
  ajv.addFormat('json-object', (text) => isJson(text) && text.trimStart().startsWith('{'));
  ajv.addFormat('json-array', (text) => isJson(text) && text.trimStart().startsWith('['));
  return ajv.compile(documentSchema);
}

function describe(errors: ErrorObject[] | null | undefined): string {
  const [first] = errors ?? [];
  return first ? `${first.instancePath.slice(1) || 'the document'} ${first.message}` : 'unknown problem';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
