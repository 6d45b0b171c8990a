import type { SqliteConnection } from './node-sqlite.ts';

/** Reads on one connection that share a read transaction for as long as the event loop's turn lasts. */
export interface TurnSnapshot {
  /** Call it before a read. */
  hold(): void;
  /** Call it when something was written: the next read sees it, also within this turn. */
  refresh(): void;
}

/**
 * Most of what a look-up costs is taking and leaving SQLite's read lock (four system calls); the look-ups of
 * all the requests that came in one turn take it once.
 */
export function createTurnSnapshot(db: SqliteConnection): TurnSnapshot {
  let held = false;

  function refresh(): void {
    if (!held) return;
    held = false;
    db.execute('COMMIT', []);
  }

  return {
    hold() {
      if (held) return;
      held = true;
      db.execute('BEGIN', []);
      setImmediate(refresh);
    },
    refresh,
  };
}
