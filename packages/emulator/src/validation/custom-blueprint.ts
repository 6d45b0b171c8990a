import type { ValidationError } from '@milepost/shared';
import { MAX_BLUEPRINT_SCHEMA_BYTES } from '@milepost/shared';
import {
  createProblems,
  inspectJson,
  isShortId,
  kindOf,
  nearestShortId,
  type Problems,
  quoteValue,
} from '@milepost/shared/validation';
import { compileSchema } from './compile-schema.ts';

/** Levels of a schema: about two for each level of the attributes. */
export const MAX_SCHEMA_DEPTH = 64;

/** The parts of a new blueprint that need more than a look. */
export interface BlueprintProposal {
  shortId: unknown;
  /** JSON Schema of `attributes`, parsed. */
  schema: unknown;
}

/**
 * Checks a blueprint that an account wants to add: its shortId, and that its schema is a JSON Schema 2020-12
 * which describes an object and cannot make the check of an event endless. Empty when all is well.
 */
export async function checkCustomBlueprint(
  proposal: BlueprintProposal,
  problems: Problems = createProblems(),
): Promise<ValidationError[]> {
  checkShortId(proposal.shortId, problems);
  if (isReasonable(proposal.schema, problems)) await compileSchema(proposal.schema, 'schema', problems);
  return problems.list;
}

function checkShortId(shortId: unknown, problems: Problems): void {
  if (typeof shortId === 'string' && isShortId(shortId)) return;
  problems.add(
    'shortId',
    `${quoteValue(shortId)} is not a shortId; must be 1 to 63 lower-case letters, digits and hyphens, ` +
      'not begin with a hyphen, and not be a UUID',
    { rule: 'short-id', nearest: typeof shortId === 'string' ? nearestShortId(shortId) : null },
  );
}

/** Whether the schema is small enough to be looked at by what recurses. */
function isReasonable(schema: unknown, problems: Problems): boolean {
  if (schema === undefined) {
    problems.add('schema', 'is required: JSON Schema of the attributes', { rule: 'required' });
  } else if (!inspectJson(schema, 'schema', problems, MAX_SCHEMA_DEPTH).tooDeep) {
    const bytes = Buffer.byteLength(JSON.stringify(schema));
    if (bytes <= MAX_BLUEPRINT_SCHEMA_BYTES) return true;
    problems.add(
      'schema',
      `${kindOf(schema)} of ${bytes} bytes; may have ${MAX_BLUEPRINT_SCHEMA_BYTES} at most`,
      { rule: 'max-bytes', nearest: MAX_BLUEPRINT_SCHEMA_BYTES },
    );
  }
  return false;
}
