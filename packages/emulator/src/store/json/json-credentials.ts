import type { Store } from '../store.ts';
import { copyAccount, copyApiKey, copyUser } from './copy-record.ts';
import { keyInAccount } from './key-in-account.ts';
import { requireAccount } from './require-account.ts';
import type { Tables } from './tables.ts';
import type { WriteQueue } from './write-queue.ts';

type AccountMethods = Pick<Store, 'getAccount' | 'listAccounts' | 'ensureAccount'>;
type UserMethods = Pick<Store, 'findUserByEmail' | 'getUser' | 'putUser'>;
type ApiKeyMethods = Pick<
  Store,
  'findApiKey' | 'listApiKeys' | 'putApiKey' | 'revokeApiKey' | 'touchApiKeys'
>;

/** The port's methods about accounts and those who may speak for them. */
export function createJsonCredentials(
  tables: Tables,
  queue: WriteQueue,
): AccountMethods & UserMethods & ApiKeyMethods {
  return { ...accountMethods(tables, queue), ...userMethods(tables, queue), ...apiKeyMethods(tables, queue) };
}

function accountMethods({ accounts }: Tables, { write }: WriteQueue): AccountMethods {
  return {
    async getAccount(id) {
      const account = accounts.get(id);
      return account && copyAccount(account);
    },
    listAccounts: async () => Array.from(accounts, copyAccount),
    ensureAccount(account) {
      const record = copyAccount(account);
      return write((draft) => {
        if (!draft.accounts.get(record.id)) draft.accounts.insert(record);
      });
    },
  };
}

function userMethods({ users }: Tables, { write }: WriteQueue): UserMethods {
  return {
    async findUserByEmail(email) {
      // Sign-in knows no account yet, and then spends far longer on the password's hash than this takes.
      const user = Array.from(users).find((candidate) => candidate.email === email);
      return user && copyUser(user);
    },
    async getUser(accountId, id) {
      const user = users.get(keyInAccount(accountId, id));
      return user && copyUser(user);
    },
    putUser(user) {
      const record = copyUser(user);
      return write((draft) => {
        requireAccount(draft, record.accountId);
        draft.users.put(record);
      });
    },
  };
}

function apiKeyMethods({ apiKeys }: Tables, { write }: WriteQueue): ApiKeyMethods {
  return {
    async findApiKey(digest) {
      const key = apiKeys.getByAlias(digest);
      return key && copyApiKey(key);
    },

    async listApiKeys(accountId) {
      return Array.from(apiKeys)
        .filter((key) => key.accountId === accountId)
        .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
        .map(copyApiKey);
    },

    putApiKey(key) {
      const record = copyApiKey(key);
      return write((draft) => {
        requireAccount(draft, record.accountId);
        draft.apiKeys.put(record);
      });
    },

    revokeApiKey(accountId, id, at) {
      return write((draft) => {
        const key = draft.apiKeys.get(keyInAccount(accountId, id));
        if (!key) return 'not-found';
        if (key.revokedAt === null) draft.apiKeys.put({ ...key, revokedAt: at });
        return 'revoked';
      });
    },

    touchApiKeys(uses) {
      const own = uses.map(({ accountId, id, at }) => ({ key: keyInAccount(accountId, id), at }));
      return write((draft) => {
        for (const { key, at } of own) {
          const apiKey = draft.apiKeys.get(key);
          if (apiKey) draft.apiKeys.put({ ...apiKey, lastUsedAt: at });
        }
      });
    },
  };
}
