import { type Kysely, sql, type Transaction } from 'kysely';
import type { BatchOutcome } from '../../group-commit.ts';
import type { EventBatch, NewEvent } from '../../store.ts';
import type { Database } from '../schema.ts';

type NumberedEvent = NewEvent & { accountId: string; seq: number };
type IdempotencyRow = Database['idempotency_keys'];

/**
 * Commits a group of batches in one transaction. The rows of its accounts are locked first, in the order of
 * their ids: so sequences have no gaps and grow in the order of commit, replicas take turns, and two requests
 * with one Idempotency-Key never meet.
 */
export function appendGroup(db: Kysely<Database>, batches: readonly EventBatch[]): Promise<BatchOutcome[]> {
  return db.transaction().execute(async (transaction) => {
    const sequences = await lockAccounts(transaction, batches);
    const keys = await knownKeys(transaction, batches);
    const entities = await holdEntities(transaction, batches);

    const outcomes: BatchOutcome[] = [];
    const events: NumberedEvent[] = [];
    const newKeys: IdempotencyRow[] = [];
    for (const batch of batches) {
      const { accountId, idempotency } = batch;
      let seq = sequences.get(accountId);
      if (seq === undefined) {
        outcomes.push({ state: 'account-gone' });
        continue;
      }
      const known = idempotency && keys.get(pair(accountId, idempotency.key));
      if (known && known.created_at >= idempotency.expiredBefore) {
        const same = known.digest === idempotency.digest;
        outcomes.push(same ? { state: 'replayed', response: known.response } : { state: 'key-reused' });
        continue;
      }
      if (
        batch.events.some(({ entityId }) => entityId !== null && !entities.has(pair(accountId, entityId)))
      ) {
        outcomes.push({ state: 'entities-gone' });
        continue;
      }
      for (const event of batch.events) events.push({ ...event, accountId, seq: ++seq });
      sequences.set(accountId, seq);
      if (idempotency) {
        const { key, digest, response, createdAt } = idempotency;
        const row = { account_id: accountId, key, digest, response, created_at: createdAt };
        keys.set(pair(accountId, key), row);
        newKeys.push(row);
      }
      outcomes.push({ state: 'stored' });
    }

    if (events.length > 0) {
      await insertEvents(transaction, events);
      await saveSequences(transaction, sequences);
    }
    for (const row of newKeys) {
      await transaction
        .insertInto('idempotency_keys')
        .values(row)
        .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet(row))
        .execute();
    }
    return outcomes;
  });
}

async function lockAccounts(
  transaction: Transaction<Database>,
  batches: readonly EventBatch[],
): Promise<Map<string, number>> {
  const ids = [...new Set(batches.map(({ accountId }) => accountId))];
  // No key of them is changed, so that whoever only holds an account does not wait. A server that is set to answer before its fsync is told not to, for this transaction.
  const rows = await sql<{ id: string; last_seq: number }>`
    select id, last_seq,
      case when current_setting('synchronous_commit') = 'off'
        then set_config('synchronous_commit', 'on', true) end
    from accounts where id = any(${ids}::uuid[]) order by id for no key update`.execute(transaction);
  return new Map(rows.rows.map(({ id, last_seq }) => [id, last_seq]));
}

async function knownKeys(
  transaction: Transaction<Database>,
  batches: readonly EventBatch[],
): Promise<Map<string, IdempotencyRow>> {
  const asked = batches.flatMap(({ accountId, idempotency }) =>
    idempotency ? [{ accountId, key: idempotency.key }] : [],
  );
  if (asked.length === 0) return new Map();
  const { rows } = await sql<IdempotencyRow>`
    select account_id, key, digest, response, created_at from idempotency_keys
    where (account_id, key) in (
      select * from unnest(
        ${asked.map(({ accountId }) => accountId)}::uuid[],
        ${asked.map(({ key }) => key)}::text[]))`.execute(transaction);
  return new Map(rows.map((row) => [pair(row.account_id, row.key), row]));
}

/** The entities of the group that exist, held so that nobody deletes them before the commit. */
async function holdEntities(
  transaction: Transaction<Database>,
  batches: readonly EventBatch[],
): Promise<Set<string>> {
  const asked = new Map<string, { accountId: string; entityId: string }>();
  for (const { accountId, events } of batches) {
    for (const { entityId } of events) {
      if (entityId !== null) asked.set(pair(accountId, entityId), { accountId, entityId });
    }
  }
  if (asked.size === 0) return new Set();
  const pairs = [...asked.values()];
  const { rows } = await sql<{ account_id: string; id: string }>`
    select account_id, id from entities
    where (account_id, id) in (
      select * from unnest(
        ${pairs.map(({ accountId }) => accountId)}::uuid[],
        ${pairs.map(({ entityId }) => entityId)}::uuid[]))
    order by account_id, id for key share`.execute(transaction);
  return new Set(rows.map(({ account_id, id }) => pair(account_id, id)));
}

async function insertEvents(transaction: Transaction<Database>, events: NumberedEvent[]): Promise<void> {
  const column = <K extends keyof NumberedEvent>(name: K): NumberedEvent[K][] =>
    events.map((event) => event[name]);
  // One statement of one shape, however many events: unnest takes a column an array.
  await sql`
    insert into events (account_id, seq, id, type, blueprint_id, entity_id, "timestamp", created_at,
      env, status, attributes, sender_kind, sender_id)
    select * from unnest(
      ${column('accountId')}::uuid[], ${column('seq')}::bigint[], ${column('id')}::uuid[],
      ${column('type')}::text[], ${column('blueprintId')}::uuid[], ${column('entityId')}::uuid[],
      ${column('timestamp')}::bigint[], ${column('createdAt')}::bigint[], ${column('env')}::text[],
      ${column('status')}::text[], ${column('attributes')}::json[],
      ${column('sender').map(({ kind }) => kind)}::text[],
      ${column('sender').map(({ id }) => id)}::uuid[])`.execute(transaction);
}

async function saveSequences(
  transaction: Transaction<Database>,
  sequences: Map<string, number>,
): Promise<void> {
  await sql`
    update accounts set last_seq = next.seq
    from unnest(${[...sequences.keys()]}::uuid[], ${[...sequences.values()]}::bigint[]) as next (id, seq)
    where accounts.id = next.id`.execute(transaction);
}

function pair(accountId: string, name: string): string {
  return `${accountId} ${name}`;
}
