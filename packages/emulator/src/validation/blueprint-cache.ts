import { createProblems, describeErrors, quote } from '@milepost/shared/validation';
import type { BlueprintRecord } from '../store/store.ts';
import type { CustomBlueprint } from './blueprint.ts';
import { type CompiledSchema, compileSchema } from './compile-schema.ts';

/** Compiled blueprints that are kept. */
const MOST_KEPT = 100;
/** Values times keywords, hence errors, up to which all that is wrong is looked for. */
const MOST_DIAGNOSED = 50_000;
/** ajv writes the names on the way to each error out. */
const LONGEST_NAME_DIAGNOSED = 200;

/** What an event needs to know of an account's blueprint. */
export type StoredBlueprint = Pick<BlueprintRecord, 'id' | 'shortId' | 'schema'>;

/** Makes a function that compiles accounts' blueprints and keeps those used last. */
export function createBlueprintCache(): (stored: StoredBlueprint) => Promise<CustomBlueprint> {
  const kept = new Map<string, CustomBlueprint>();
  return async (stored) => {
    const key = `${stored.id} ${stored.schema}`;
    const blueprint = kept.get(key) ?? (await compileBlueprint(stored));
    // A Map iterates in order of insertion: the first is the one whose last use is longest ago.
    kept.delete(key);
    kept.set(key, blueprint);
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
    return blueprint;
  };
}

async function compileBlueprint({ id, shortId, schema }: StoredBlueprint): Promise<CustomBlueprint> {
  const problems = createProblems();
  const compiled = await compileSchema(JSON.parse(schema), 'schema', problems);
  if (compiled === undefined) {
    const reasons = problems.list.map(({ path, msg }) => `${path} ${msg}`).join('; ');
    throw new Error(`Blueprint '${shortId}' (${id}) in the store cannot be used: ${reasons}`);
  }
  return customBlueprint(id, shortId, compiled);
}

function customBlueprint(id: string, shortId: string, schema: CompiledSchema): CustomBlueprint {
  return {
    kind: 'custom',
    id,
    shortId,
    known: schema.known,
    charge(size, budget) {
      budget.values -= size.values * schema.work;
      budget.characters -= size.characters * schema.textWork;
      return budget.values >= 0 && budget.characters >= 0;
    },
    check(attributes, path, problems, size) {
      if (schema.accepts(attributes)) return;
      if (size.values * schema.work > MOST_DIAGNOSED || size.longestName > LONGEST_NAME_DIAGNOSED) {
        problems.add(path, `does not match the schema of ${quote(shortId)}; it is too large to say where`, {
          rule: 'schema',
        });
      } else describeErrors(schema.errorsOf(attributes), attributes, path, problems);
    },
  };
}
