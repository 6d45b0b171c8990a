import type { AccountEmulator } from '@milepost/emulator';
import { test } from '@milepost/emulator/vitest';
import { describe, expect } from 'vitest';
import { createMilepostClient, type DeployEvent } from '../src/milepost-client.ts';

const deployment: DeployEvent = {
  type: 'event-deploy',
  entityId: 'checkout',
  attributes: { env: 'production', status: 'success', build_id: '1.4.2' },
};
const posts = { method: 'POST', path: '/events' };

/** The client as the deploy script uses it, in the test's own account. It does not wait, but says how long it would. */
function clientOf({ url, user, clientId }: AccountEmulator) {
  const waits: number[] = [];
  const sleep = async (ms: number) => waits.push(ms);
  const client = createMilepostClient({
    url,
    username: user.email,
    password: user.password,
    clientId,
    sleep,
  });
  return { ...client, waits };
}

describe('too many requests', () => {
  test('it waits as long as it is told, and tries again', async ({ account }) => {
    await account.faults.tooManyRequests({ times: 2, retryAfter: 30 });
    const client = clientOf(account);
    await client.report([deployment]);
    expect(client.waits).toEqual([30_000, 30_000]);
    const tries = await account.requests.list(posts);
    expect(tries.map(({ status }) => status)).toEqual([429, 429, 201]);
    expect(await account.api.events()).toHaveLength(1);
  });

  test('it gives up after five tries, and says why', async ({ account }) => {
    await account.faults.tooManyRequests({ times: Number.POSITIVE_INFINITY });
    await expect(clientOf(account).report([deployment])).rejects.toThrow('not recorded: 429');
    expect(await account.requests.count(posts)).toBe(5);
  });

  test('without Retry-After it waits longer each time', async ({ account }) => {
    await account.faults.unavailable({ times: 3 });
    const client = clientOf(account);
    await client.report([deployment]);
    expect(client.waits).toEqual([200, 400, 800]);
  });
});

describe('a lost answer', () => {
  test('it sends again under the same key, and the deployment is there once', async ({ account }) => {
    await account.faults.loseAnswer();
    const { success } = await clientOf(account).report([deployment]);
    expect(success).toHaveLength(1);
    expect(await account.api.events()).toHaveLength(1);
    const [lost, answered] = await account.requests.list(posts);
    expect(lost?.faults).toHaveLength(1);
    expect(answered?.headers['idempotency-key']).toBe(lost?.headers['idempotency-key']);
  });

  test('it sends again what never arrived', async ({ account }) => {
    await account.faults.dropRequest();
    await clientOf(account).report([deployment]);
    expect(await account.api.events()).toHaveLength(1);
  });
});

describe('an expired token', () => {
  test('it is renewed, once', async ({ account }) => {
    const client = clientOf(account);
    await client.report([deployment]);
    // Tokens last for a day.
    await account.clock.advance({ days: 2 });
    await client.report([deployment]);
    const statuses = (await account.requests.list(posts)).map(({ status }) => status);
    expect(statuses).toEqual([201, 401, 201]);
    expect(await account.requests.count({ path: '/oauth/token' })).toBe(2);
  });

  test('it is not renewed over and over when the service refuses every token', async ({ account }) => {
    await account.faults.add({ match: posts, do: { status: 401 } });
    await expect(clientOf(account).report([deployment])).rejects.toThrow('not recorded: 401');
    expect(await account.requests.count({ path: '/oauth/token' })).toBe(2);
  });
});
