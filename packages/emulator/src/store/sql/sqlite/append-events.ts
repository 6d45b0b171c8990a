import type { BatchOutcome } from '../../group-commit.ts';
import type { SqliteConnection, SqlValue } from './node-sqlite.ts';
import { inTransaction } from './transaction.ts';

/** A batch as it crosses to the worker: flat, since cloning many small objects costs more than the insert. */
export interface FlatBatch {
  accountId: string;
  /** The distinct entities of the batch. */
  entityIds: string[];
  /** EVENT_COLUMNS.length values an event, without account and sequence. */
  values: SqlValue[];
  idempotency:
    | { key: string; digest: string; response: string; createdAt: number; expiredBefore: number }
    | undefined;
}

export const EVENT_COLUMNS = [
  'id',
  'type',
  'blueprint_id',
  'entity_id',
  'timestamp',
  'created_at',
  'env',
  'status',
  'attributes',
  'sender_kind',
  'sender_id',
] as const;

/**
 * Makes the function that commits a group of batches in one transaction: one fsync for all of them. It is
 * plain SQL and not Kysely's, because it runs in the worker, once for each event there is.
 */
export function createAppend(db: SqliteConnection): (batches: readonly FlatBatch[]) => BatchOutcome[] {
  const insertEvent = db.prepare(
    `INSERT INTO events (account_id, seq, ${EVENT_COLUMNS.join(', ')})
     VALUES (?, ?${', ?'.repeat(EVENT_COLUMNS.length)})`,
  );
  const selectSequence = db.prepare('SELECT last_seq FROM accounts WHERE id = ?');
  const updateSequence = db.prepare('UPDATE accounts SET last_seq = ? WHERE id = ?');
  const selectEntity = db.prepare('SELECT 1 FROM entities WHERE account_id = ? AND id = ?');
  const selectKey = db.prepare(
    'SELECT digest, response FROM idempotency_keys WHERE account_id = ? AND key = ? AND created_at >= ?',
  );
  const insertKey = db.prepare(
    `INSERT OR REPLACE INTO idempotency_keys (account_id, key, digest, response, created_at)
     VALUES (?, ?, ?, ?, ?)`,
  );

  function lastSequence(accountId: string): number | undefined {
    const sequence = selectSequence.get(accountId)?.['last_seq'];
    return typeof sequence === 'number' ? sequence : undefined;
  }

  function append(batch: FlatBatch, sequences: Map<string, number>): BatchOutcome {
    const { accountId, entityIds, values, idempotency } = batch;
    let sequence = sequences.get(accountId) ?? lastSequence(accountId);
    if (sequence === undefined) return { state: 'account-gone' };
    if (idempotency) {
      const known = selectKey.get(accountId, idempotency.key, idempotency.expiredBefore);
      if (known) {
        return known['digest'] === idempotency.digest
          ? { state: 'replayed', response: String(known['response']) }
          : { state: 'key-reused' };
      }
    }
    // This is the only writer, so what is here now is here at the commit.
    if (!entityIds.every((id) => selectEntity.get(accountId, id))) return { state: 'entities-gone' };

    for (let at = 0; at < values.length; at += EVENT_COLUMNS.length) {
      sequence++;
      insertEvent.run(accountId, sequence, ...values.slice(at, at + EVENT_COLUMNS.length));
    }
    sequences.set(accountId, sequence);
    if (idempotency) {
      const { key, digest, response, createdAt } = idempotency;
      insertKey.run(accountId, key, digest, response, createdAt);
    }
    return { state: 'stored' };
  }

  return (batches) =>
    inTransaction(db, () => {
      const sequences = new Map<string, number>();
      const outcomes = batches.map((batch) => append(batch, sequences));
      for (const [accountId, sequence] of sequences) updateSequence.run(sequence, accountId);
      return outcomes;
    });
}
