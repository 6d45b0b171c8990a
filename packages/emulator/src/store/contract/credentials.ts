import { describe, expect, it } from 'vitest';
import { ACCOUNT, DAY, idOf, NOW, newApiKey, newUser, OTHER } from './records.fixture.ts';
import type { Subject } from './subject.ts';

export function describeCredentials(subject: Subject): void {
  it('creates an account once, and keeps the first', async () => {
    const { store } = subject;
    const account = { id: idOf(1), name: 'Équipe 7 👍', createdAt: NOW };
    await store.ensureAccount(account);
    await store.ensureAccount({ ...account, name: 'second', createdAt: NOW + 1 });
    expect(await store.getAccount(account.id)).toEqual(account);
    expect(await store.getAccount(idOf(404))).toBeUndefined();
  });

  it('lists every account once, when ten callers ensure the same one together, too', async () => {
    const { store } = subject;
    const account = { id: idOf(1), name: 'Third', createdAt: NOW };
    await Promise.all(Array.from({ length: 10 }, () => store.ensureAccount(account)));
    const ids = (await store.listAccounts()).map(({ id }) => id);
    expect(ids.sort()).toEqual([ACCOUNT, OTHER, account.id].sort());
  });

  describe('users', () => {
    it('finds a user by email and by id, with every member as given', async () => {
      const { store } = subject;
      await store.putUser(newUser());
      expect(await store.findUserByEmail(newUser().email)).toEqual(newUser());
      expect(await store.getUser(ACCOUNT, newUser().id)).toEqual(newUser());
      expect(await store.findUserByEmail('nobody@example.com')).toBeUndefined();
      expect(await store.getUser(ACCOUNT, idOf(404))).toBeUndefined();
    });

    it('replaces a user who has the same id', async () => {
      const { store } = subject;
      await store.putUser(newUser());
      const changed = newUser({ email: 'countess@example.com', passwordHash: 'other' });
      await store.putUser(changed);
      expect(await store.getUser(ACCOUNT, changed.id)).toEqual(changed);
      expect(await store.findUserByEmail(changed.email)).toEqual(changed);
      expect(await store.findUserByEmail(newUser().email)).toBeUndefined();
    });

    it('keeps users of accounts apart that have the same id', async () => {
      const { store } = subject;
      await store.putUser(newUser());
      expect(await store.getUser(OTHER, newUser().id)).toBeUndefined();
      const theirs = newUser({ accountId: OTHER, email: 'bob@example.com' });
      await store.putUser(theirs);
      expect(await store.getUser(OTHER, theirs.id)).toEqual(theirs);
      expect(await store.getUser(ACCOUNT, theirs.id)).toEqual(newUser());
      expect(await store.findUserByEmail(theirs.email)).toEqual(theirs);
    });
  });

  describe('API keys', () => {
    it('finds a key by its digest, with every member as given', async () => {
      const { store } = subject;
      const full = newApiKey({
        entityIds: [idOf(3), idOf(1)],
        createdBy: idOf(9),
        expiresAt: NOW - DAY,
        revokedAt: NOW - 1,
        lastUsedAt: NOW - 2,
        rateLimitMinute: 0,
        rateLimitHour: 100_000,
      });
      await store.putApiKey(full);
      expect(await store.findApiKey(full.digest)).toEqual(full);
      expect(await store.findApiKey('0'.repeat(64))).toBeUndefined();
    });

    it.each([{ entityIds: null }, { entityIds: [] }])(
      'keeps the limit to entities: $entityIds',
      async (members) => {
        await subject.store.putApiKey(newApiKey(members));
        expect(await subject.store.findApiKey(newApiKey().digest)).toEqual(newApiKey(members));
      },
    );

    it('replaces a key that has the same id', async () => {
      const { store } = subject;
      await store.putApiKey(newApiKey());
      const rotated = newApiKey({ digest: 'b'.repeat(64), name: 'rotated' });
      await store.putApiKey(rotated);
      expect(await store.listApiKeys(ACCOUNT)).toEqual([rotated]);
      expect(await store.findApiKey(rotated.digest)).toEqual(rotated);
      expect(await store.findApiKey(newApiKey().digest)).toBeUndefined();
    });

    it('lists keys newest first, among equals by id, revoked ones too', async () => {
      const { store } = subject;
      const keys = [
        newApiKey({ id: idOf(5), createdAt: NOW + 1 }),
        newApiKey({ id: idOf(2), revokedAt: NOW }),
        newApiKey({ id: idOf(4) }),
        newApiKey({ id: idOf(1), createdAt: NOW - 1 }),
      ].map((key, n) => ({ ...key, digest: String(n).repeat(64) }));
      for (const n of [2, 0, 3, 1]) {
        const key = keys[n];
        if (key) await store.putApiKey(key);
      }
      expect(await store.listApiKeys(ACCOUNT)).toEqual(keys);
    });

    it('revokes a key at once, and keeps the first instant when it is revoked again', async () => {
      const { store } = subject;
      await store.putApiKey(newApiKey());
      expect(await store.revokeApiKey(ACCOUNT, newApiKey().id, NOW + 1)).toBe('revoked');
      expect(await store.findApiKey(newApiKey().digest)).toEqual(newApiKey({ revokedAt: NOW + 1 }));
      expect(await store.revokeApiKey(ACCOUNT, newApiKey().id, NOW + 2)).toBe('revoked');
      expect(await store.findApiKey(newApiKey().digest)).toEqual(newApiKey({ revokedAt: NOW + 1 }));
      expect(await store.revokeApiKey(ACCOUNT, idOf(404), NOW)).toBe('not-found');
    });

    it('remembers the last use of keys, and passes over keys that are not there', async () => {
      const { store } = subject;
      const [first, second] = [newApiKey(), newApiKey({ id: idOf(2), digest: 'b'.repeat(64) })];
      await store.putApiKey(first);
      await store.putApiKey(second);
      await store.touchApiKeys([]);
      await store.touchApiKeys([
        { accountId: ACCOUNT, id: first.id, at: NOW + 1 },
        { accountId: ACCOUNT, id: idOf(404), at: NOW + 2 },
        { accountId: ACCOUNT, id: second.id, at: NOW + 3 },
      ]);
      expect(await store.findApiKey(first.digest)).toEqual({ ...first, lastUsedAt: NOW + 1 });
      expect(await store.findApiKey(second.digest)).toEqual({ ...second, lastUsedAt: NOW + 3 });
      await store.touchApiKeys([{ accountId: ACCOUNT, id: first.id, at: NOW + 4 }]);
      expect(await store.findApiKey(first.digest)).toEqual({ ...first, lastUsedAt: NOW + 4 });
    });

    it('keeps keys of accounts apart that have the same id', async () => {
      const { store } = subject;
      const theirs = newApiKey({ accountId: OTHER, digest: 'b'.repeat(64), name: 'theirs' });
      await store.putApiKey(newApiKey());
      expect(await store.listApiKeys(OTHER)).toEqual([]);
      expect(await store.revokeApiKey(OTHER, theirs.id, NOW)).toBe('not-found');
      await store.touchApiKeys([{ accountId: OTHER, id: theirs.id, at: NOW }]);
      expect(await store.findApiKey(newApiKey().digest)).toEqual(newApiKey());

      await store.putApiKey(theirs);
      await store.revokeApiKey(OTHER, theirs.id, NOW + 1);
      await store.touchApiKeys([{ accountId: OTHER, id: theirs.id, at: NOW + 2 }]);
      expect(await store.listApiKeys(ACCOUNT)).toEqual([newApiKey()]);
      expect(await store.listApiKeys(OTHER)).toEqual([
        { ...theirs, revokedAt: NOW + 1, lastUsedAt: NOW + 2 },
      ]);
    });
  });
}
