import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import type { BulkInsert } from '../sql-engine.ts';

/** Runs the statements in one transaction, unless the first one touches no row: then nothing is done. */
export async function runStatements(
  db: Kysely<Database>,
  statements: readonly (CompiledQuery | BulkInsert)[],
): Promise<'done' | 'refused'> {
  return db.transaction().execute(async (transaction) => {
    for (const [index, statement] of statements.entries()) {
      const query = 'sql' in statement ? statement : insertOf(statement, db);
      const { numAffectedRows } = await transaction.executeQuery(query);
      if (index === 0 && numAffectedRows === 0n) return 'refused';
    }
    return 'done';
  });
}

/** All rows in one parameter, as JSON: a statement has 65,535 parameters at most. */
function insertOf({ table, columns, constants, values }: BulkInsert, db: Kysely<Database>): CompiledQuery {
  const width = columns.length - constants.length;
  const rows = Array.from({ length: values.length / width }, (_, row) =>
    values.slice(row * width, (row + 1) * width),
  );
  const selected = columns.map(([, type], index) => {
    const constant = constants[index];
    const value =
      constant === undefined ? sql`value ->> ${sql.lit(index - constants.length)}` : sql`${constant}`;
    return sql`cast(${value} as ${sql.raw(type)})`;
  });
  return sql`insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    select ${sql.join(selected)}
    from json_array_elements(${JSON.stringify(rows)}::json) as elements(value)`.compile(db);
}
