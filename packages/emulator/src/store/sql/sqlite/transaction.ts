import type { SqliteConnection, SqlValue } from './node-sqlite.ts';

/** One statement of several that are made together; with `rows` it is made once for each of them. */
export interface SqlStatement {
  sql: string;
  parameters: SqlValue[];
  /** Parameters of all rows, one row after the other, each behind `parameters`. */
  rows?: { width: number; values: SqlValue[] };
}

export type TransactionOutcome = 'done' | 'refused' | 'account-gone';

/**
 * Runs the statements in one transaction, unless the first one touches no row, or an account is named and is not there:
 * then nothing is done.
 */
export function runStatements(
  db: SqliteConnection,
  { statements, accountId }: { statements: readonly SqlStatement[]; accountId: string | undefined },
): TransactionOutcome {
  const [first, ...others] = statements;
  if (!first) return 'done';
  return inTransaction(db, () => {
    if (accountId !== undefined && !isAccount(db, accountId)) return 'account-gone';
    if (db.execute(first.sql, first.parameters).changes === 0) return 'refused';
    for (const statement of others) run(db, statement);
    return 'done';
  });
}

function isAccount(db: SqliteConnection, id: string): boolean {
  return db.execute('SELECT 1 FROM accounts WHERE id = ?', [id]).rows.length > 0;
}

function run(db: SqliteConnection, { sql, parameters, rows }: SqlStatement): void {
  if (!rows) {
    db.execute(sql, parameters);
    return;
  }
  const insert = db.prepare(sql);
  for (let at = 0; at < rows.values.length; at += rows.width)
    insert.run(...parameters, ...rows.values.slice(at, at + rows.width));
}

/** Commits what the work did, or leaves nothing of it when it throws. */
export function inTransaction<Result>(db: SqliteConnection, work: () => Result): Result {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    rollback(db);
    throw error;
  }
}

function rollback(db: SqliteConnection): void {
  try {
    db.exec('ROLLBACK');
  } catch {
    // SQLite rolls back by itself on some errors (a full disk); then there is nothing left to roll back.
  }
}
