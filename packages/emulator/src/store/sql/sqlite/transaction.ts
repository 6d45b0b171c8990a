import type { SqliteConnection, SqlValue } from './node-sqlite.ts';

/** One statement of several that are made together. */
export interface SqlStatement {
  sql: string;
  parameters: SqlValue[];
}

/** Runs the statements in one transaction, unless the first one touches no row: then nothing is done. */
export function runStatements(db: SqliteConnection, statements: readonly SqlStatement[]): 'done' | 'refused' {
  const [first, ...others] = statements;
  if (!first) return 'done';
  return inTransaction(db, () => {
    if (db.execute(first.sql, first.parameters).changes === 0) return 'refused';
    for (const { sql, parameters } of others) db.execute(sql, parameters);
    return 'done';
  });
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
