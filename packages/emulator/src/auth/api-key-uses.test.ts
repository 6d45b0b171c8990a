import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiKeyUse } from '../store/store.ts';
import { makeApiKey } from './api-key.ts';
import { createApiKeyUses } from './api-key-uses.ts';

const { record } = makeApiKey({ accountId: 'account', name: 'CI', createdBy: 'cli', createdAt: 1 });
const { record: otherRecord } = makeApiKey({
  accountId: 'account',
  name: 'CD',
  createdBy: 'cli',
  createdAt: 1,
});

// The interval is one of real time, whatever the service's clock says.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function fail(error: unknown): void {
  expect.unreachable(String(error));
}

function recordingStore() {
  const writes: ApiKeyUse[][] = [];
  return {
    writes,
    /** What a write does before it is recorded. */
    beforeWrite: () => {},
    async touchApiKeys(uses: readonly ApiKeyUse[]) {
      this.beforeWrite();
      writes.push([...uses]);
    },
  };
}

test('many uses of two keys are one write a minute, of the last use', async () => {
  const store = recordingStore();
  const uses = createApiKeyUses(store, fail, globalThis);
  for (let at = 1; at <= 100; at++) uses.remember(record, at);
  uses.remember(otherRecord, 50);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(store.writes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  const account = { accountId: 'account' };
  expect(store.writes).toEqual([
    [
      { ...account, id: record.id, at: 100 },
      { ...account, id: otherRecord.id, at: 50 },
    ],
  ]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(store.writes).toHaveLength(1);
});

test('keys of one id in two accounts are two keys', async () => {
  const store = recordingStore();
  const uses = createApiKeyUses(store, fail, globalThis);
  uses.remember(record, 1);
  uses.remember({ ...record, accountId: 'other' }, 2);
  await uses.flush();
  expect(store.writes).toEqual([
    [
      { accountId: 'account', id: record.id, at: 1 },
      { accountId: 'other', id: record.id, at: 2 },
    ],
  ]);
});

test('a flush writes at once, and nothing when there is nothing', async () => {
  const store = recordingStore();
  const uses = createApiKeyUses(store, fail, globalThis);
  uses.remember(record, 7);
  await uses.flush();
  await uses.flush();
  expect(store.writes).toEqual([[{ accountId: 'account', id: record.id, at: 7 }]]);
});

test('a failed write is told and tried again, and a newer use is not lost to it', async () => {
  const store = recordingStore();
  const errors: unknown[] = [];
  const uses = createApiKeyUses(store, (error) => errors.push(error), globalThis);
  store.beforeWrite = () => {
    uses.remember(record, 2);
    throw new Error('disk full');
  };
  uses.remember(record, 1);
  uses.remember(otherRecord, 1);
  await uses.flush();
  expect(errors).toHaveLength(1);
  store.beforeWrite = () => {};
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.writes.flat().map(({ id, at }) => [id, at])).toEqual([
    [record.id, 2],
    [otherRecord.id, 1],
  ]);
});
