import { expect, inject } from 'vitest';
import type { AccountEmulator, Emulator } from '../../src/testing/emulator.ts';
import { deployment, sendEvents } from '../../src/testing/send-events.fixture.ts';
import { test } from '../../src/vitest.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Which of the workers this is. */
    worker: { index: number; of: number };
  }
}

// What all workers do at once, each with other numbers: names of entities and Idempotency-Keys are the same.
const { index, of: workers } = inject('worker');
const day = `2026-01-${String(index + 1).padStart(2, '0')}`;
const now = `${day}T12:00:00.000Z`;
const count = 2 + index;
const posts = { method: 'POST', path: '/events' };

function send(account: Emulator, build: number): Promise<Response> {
  const description = `worker ${index}`;
  const attributes = { env: 'production', status: 'success', description, build_id: `${build}` };
  return sendEvents(account, [deployment(attributes)], { 'idempotency-key': `build ${build}` });
}

/** Nobody begins before all have come, and so all are there at the same time. */
async function everybodyIsHere(emulator: Emulator): Promise<void> {
  // Without a credential, so that no account's reset forgets it.
  await fetch(`${emulator.url}/worker/${index}`);
  await emulator.requests.waitFor({ path: '/worker/*', count: workers, timeoutMs: 100_000 });
}

async function expectOnlyMine(account: AccountEmulator): Promise<void> {
  const events = await account.api.events();
  expect(events).toHaveLength(count);
  for (const { accountId, createdAt, attributes } of events) {
    expect({ accountId, createdAt }).toEqual({ accountId: account.accountId, createdAt: now });
    expect(attributes).toMatchObject({ description: `worker ${index}` });
  }
}

test('a worker sees and hurts only itself', async ({ emulator }) => {
  await using account = await emulator.account({ name: `worker ${index}`, clock: now });
  await everybodyIsHere(emulator);

  const retryAfter = 100 + index;
  await account.faults.tooManyRequests({ retryAfter, times: 2 });
  for (let times = 0; times < 2; times++) {
    const { status, headers } = await send(account, 0);
    expect([status, headers.get('retry-after')]).toEqual([429, String(retryAfter)]);
  }
  for (let sent = 0; sent < count; sent++) {
    const { status, headers } = await send(account, sent);
    expect([status, headers.get('idempotency-replayed')]).toEqual([201, null]);
  }
  await expectOnlyMine(account);

  expect(await account.requests.count({ ...posts, status: 201 })).toBe(count);
  expect(await account.requests.count({ ...posts, status: 429 })).toBe(2);
  const journal = await account.requests.list();
  expect(new Set(journal.map(({ accountId }) => accountId))).toEqual(new Set([account.accountId]));
  expect(new Set(journal.map(({ at }) => at))).toEqual(new Set([now]));

  const snapshot = await account.snapshot();
  await account.reset();
  expect(await account.api.events()).toEqual([]);
  expect(await account.requests.count(posts)).toBe(0);
  expect((await send(account, 0)).headers.has('idempotency-replayed')).toBe(false);
  await account.restore(snapshot);
  await expectOnlyMine(account);

  await account.clock.advance({ days: 1 });
  const query = { from: day, to: day, entityId: 'checkout', env: 'production' };
  expect(await account.api.get('/dora', query)).toMatchObject({
    calculatedThrough: day,
    deploymentFrequency: { count },
  });
});
