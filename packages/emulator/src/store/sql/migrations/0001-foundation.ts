import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Where the two dialects name a type differently. */
export interface ColumnTypes {
  uuid: RawBuilder<unknown>;
  instant: RawBuilder<unknown>;
  /** Text whose order is that of its code units. */
  text: RawBuilder<unknown>;
  json: RawBuilder<unknown>;
  bytes: RawBuilder<unknown>;
  /** What follows the closing bracket of CREATE TABLE. */
  tableOptions: RawBuilder<unknown>;
  /** The same for a table whose rows lie in the order of their primary key. */
  clusteredOptions: RawBuilder<unknown>;
}

export async function foundation(db: Kysely<Database>, types: ColumnTypes): Promise<void> {
  const { uuid, instant, text, json, tableOptions } = types;

  await db.schema
    .createTable('accounts')
    .addColumn('id', uuid, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('last_seq', instant, (column) => column.notNull())
    .modifyEnd(tableOptions)
    .execute();

  await db.schema
    .createTable('users')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('id', uuid, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('password_hash', text, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addPrimaryKeyConstraint('users_pk', ['account_id', 'id'])
    .addUniqueConstraint('users_email', ['account_id', 'email'])
    .modifyEnd(tableOptions)
    .execute();
  // Sign-in knows the email before it knows the account.
  await db.schema.createIndex('users_by_email').on('users').column('email').execute();

  await db.schema
    .createTable('api_keys')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('id', uuid, (column) => column.notNull())
    .addColumn('prefix', text, (column) => column.notNull())
    .addColumn('digest', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('entity_ids', json)
    .addColumn('created_by', text, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('expires_at', instant)
    .addColumn('revoked_at', instant)
    .addColumn('last_used_at', instant)
    .addColumn('rate_limit_minute', instant)
    .addColumn('rate_limit_hour', instant)
    .addPrimaryKeyConstraint('api_keys_pk', ['account_id', 'id'])
    .modifyEnd(tableOptions)
    .execute();
  // A request shows the key before anything is known of its account.
  await db.schema.createIndex('api_keys_by_digest').on('api_keys').column('digest').execute();

  await db.schema
    .createTable('entities')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('id', uuid, (column) => column.notNull())
    .addColumn('short_id', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('description', text)
    .addColumn('attributes', json, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('updated_at', instant, (column) => column.notNull())
    .addPrimaryKeyConstraint('entities_pk', ['account_id', 'id'])
    .addUniqueConstraint('entities_short_id', ['account_id', 'short_id'])
    .modifyEnd(tableOptions)
    .execute();

  await db.schema
    .createTable('blueprints')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('id', uuid, (column) => column.notNull())
    .addColumn('short_id', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('schema', json, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addPrimaryKeyConstraint('blueprints_pk', ['account_id', 'id'])
    .addUniqueConstraint('blueprints_short_id', ['account_id', 'short_id'])
    .modifyEnd(tableOptions)
    .execute();

  await db.schema
    .createTable('events')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('seq', instant, (column) => column.notNull())
    .addColumn('id', uuid, (column) => column.notNull())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('blueprint_id', uuid, (column) => column.notNull())
    .addColumn('entity_id', uuid)
    .addColumn('timestamp', instant, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('env', text)
    .addColumn('status', text)
    .addColumn('attributes', json, (column) => column.notNull())
    .addColumn('sender_kind', text, (column) => column.notNull())
    .addColumn('sender_id', uuid, (column) => column.notNull())
    .addPrimaryKeyConstraint('events_pk', ['account_id', 'seq'])
    .addUniqueConstraint('events_id', ['account_id', 'id'])
    .addForeignKeyConstraint('events_entity', ['account_id', 'entity_id'], 'entities', ['account_id', 'id'])
    .modifyEnd(tableOptions)
    .execute();
  // The filters' columns are in the indexes, so that counting and skipping never touch the rows.
  await db.schema
    .createIndex('events_by_time')
    .on('events')
    .columns(['account_id', 'timestamp', 'seq', 'type', 'env', 'status'])
    .execute();
  await db.schema
    .createIndex('events_by_entity')
    .on('events')
    .columns(['account_id', 'entity_id', 'timestamp', 'seq', 'type', 'env', 'status'])
    .execute();

  await db.schema
    .createTable('idempotency_keys')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('digest', text, (column) => column.notNull())
    .addColumn('response', text, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_pk', ['account_id', 'key'])
    .modifyEnd(tableOptions)
    .execute();
  await db.schema
    .createIndex('idempotency_keys_by_age')
    .on('idempotency_keys')
    .columns(['account_id', 'created_at'])
    .execute();

  await db.schema
    .createTable('secrets')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('value', text, (column) => column.notNull())
    .modifyEnd(tableOptions)
    .execute();
}

export const sqliteTypes: ColumnTypes = {
  uuid: sql`text`,
  instant: sql`integer`,
  text: sql`text`,
  json: sql`text`,
  bytes: sql`blob`,
  tableOptions: sql`strict`,
  clusteredOptions: sql`strict, without rowid`,
};

export const postgresTypes: ColumnTypes = {
  uuid: sql`uuid`,
  instant: sql`bigint`,
  text: sql`text collate "C"`,
  json: sql`json`,
  bytes: sql`bytea`,
  tableOptions: sql``,
  clusteredOptions: sql``,
};
