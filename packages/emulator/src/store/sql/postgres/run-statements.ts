import type { CompiledQuery, Kysely } from 'kysely';
import type { Database } from '../schema.ts';

/** Runs the statements in one transaction, unless the first one touches no row: then nothing is done. */
export async function runStatements(
  db: Kysely<Database>,
  statements: readonly CompiledQuery[],
): Promise<'done' | 'refused'> {
  return db.transaction().execute(async (transaction) => {
    for (const [index, statement] of statements.entries()) {
      const { numAffectedRows } = await transaction.executeQuery(statement);
      if (index === 0 && numAffectedRows === 0n) return 'refused';
    }
    return 'done';
  });
}
