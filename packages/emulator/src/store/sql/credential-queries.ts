import type { Selectable } from 'kysely';
import type { AccountRecord, ApiKeyRecord, Store, UserRecord } from '../store.ts';
import { putInAccount } from './insert-in-account.ts';
import type { Database } from './schema.ts';
import type { SqlEngine } from './sql-engine.ts';

type CredentialQueries = Pick<
  Store,
  | 'getAccount'
  | 'listAccounts'
  | 'ensureAccount'
  | 'findUserByEmail'
  | 'getUser'
  | 'putUser'
  | 'findApiKey'
  | 'listApiKeys'
  | 'putApiKey'
  | 'revokeApiKey'
  | 'touchApiKeys'
>;

export function credentialQueries(engine: SqlEngine): CredentialQueries {
  const { read, lookUp, write } = engine;
  const keyByDigest = read.selectFrom('api_keys').selectAll().where('digest', '=', '').compile();

  return {
    async getAccount(id) {
      const row = await read.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toAccount(row);
    },

    async listAccounts() {
      const rows = await read
        .selectFrom('accounts')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(toAccount);
    },

    async ensureAccount({ id, name, createdAt }) {
      await write
        .insertInto('accounts')
        .values({ id, name, created_at: createdAt, last_seq: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async findUserByEmail(email) {
      const row = await read.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
      return row && toUser(row);
    },

    async getUser(accountId, id) {
      const row = await read
        .selectFrom('users')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && toUser(row);
    },

    async putUser({ accountId, id, email, passwordHash, createdAt }) {
      const row = { account_id: accountId, id, email, password_hash: passwordHash, created_at: createdAt };
      await putInAccount(engine, 'users', row);
    },

    async findApiKey(digest) {
      const [row] = await lookUp(keyByDigest, [digest]);
      return row && toApiKey(row);
    },

    async listApiKeys(accountId) {
      const rows = await read
        .selectFrom('api_keys')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(toApiKey);
    },

    async putApiKey(key) {
      await putInAccount(engine, 'api_keys', toRow(key));
    },

    async revokeApiKey(accountId, id, at) {
      const { numUpdatedRows } = await write
        .updateTable('api_keys')
        .set((set) => ({ revoked_at: set.fn.coalesce('revoked_at', set.val(at)) }))
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n ? 'revoked' : 'not-found';
    },

    async touchApiKeys(uses) {
      for (const { accountId, id, at } of uses) {
        await write
          .updateTable('api_keys')
          .set({ last_used_at: at })
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .execute();
      }
    },
  };
}

function toAccount({ id, name, created_at }: Selectable<Database['accounts']>): AccountRecord {
  return { id, name, createdAt: created_at };
}

function toUser(row: Selectable<Database['users']>): UserRecord {
  return {
    accountId: row.account_id,
    id: row.id,
    email: row.email,
    passwordHash: row.password_hash,
    createdAt: row.created_at,
  };
}

type ApiKeyRow = Selectable<Database['api_keys']>;

function toRow(key: ApiKeyRecord): ApiKeyRow {
  return {
    account_id: key.accountId,
    id: key.id,
    prefix: key.prefix,
    digest: key.digest,
    name: key.name,
    entity_ids: key.entityIds === null ? null : JSON.stringify(key.entityIds),
    created_by: key.createdBy,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used_at: key.lastUsedAt,
    rate_limit_minute: key.rateLimitMinute,
    rate_limit_hour: key.rateLimitHour,
  };
}

function toApiKey(row: ApiKeyRow): ApiKeyRecord {
  return {
    accountId: row.account_id,
    id: row.id,
    prefix: row.prefix,
    digest: row.digest,
    name: row.name,
    entityIds: row.entity_ids === null ? null : JSON.parse(row.entity_ids),
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    rateLimitMinute: row.rate_limit_minute,
    rateLimitHour: row.rate_limit_hour,
  };
}
