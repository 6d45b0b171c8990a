import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { AccountGoneError } from '../../store.ts';
import type { Database } from '../schema.ts';
import type { BulkInsert } from '../sql-engine.ts';

/**
 * What ends a selection of accounts that must not go before the commit. It waits for a replacement of contents and is
 * waited for by it, but not for appends, which change no key.
 */
export const keyShare = sql`for key share`;

/** As `SqlEngine.atomically`. */
export async function runStatements(
  db: Kysely<Database>,
  statements: readonly (CompiledQuery | BulkInsert)[],
  accountId: string | undefined,
): Promise<'done' | 'refused'> {
  return db.transaction().execute(async (transaction) => {
    if (accountId !== undefined) {
      const { rows } = await sql`select id from accounts where id = ${accountId} ${keyShare}`.execute(
        transaction,
      );
      if (rows.length === 0) throw new AccountGoneError(accountId);
    }
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
