import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres } from '../start-postgres.ts';
import { type Emulator, startEmulator, stopEmulator } from './start-emulator.ts';

const directory = mkdtempSync(join(tmpdir(), 'milepost-two-'));
let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

async function call({ url, apiKey }: Emulator, method: string, path: string, body?: unknown) {
  const response = await fetch(url + path, {
    method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = JSON.parse(await response.text());
  expect(response.ok, JSON.stringify(answer)).toBe(true);
  return answer;
}

it('two servers on one database calculate the same midnights at once, one after the other', async () => {
  const store = await postgres.createDatabase();
  const start = (name: string) =>
    startEmulator({ args: ['--store', store, '--data-dir', join(directory, name), '--log-level', 'warn'] });
  const servers = [await start('one'), await start('other')] as const;
  const [one, other] = servers;
  const hour = 3_600_000;
  const now = Date.now();
  for (let n = 0; n < 20; n++) {
    const events = Array.from({ length: 10 }, (_, m) => ({
      type: 'event-deploy',
      entityId: m % 2 ? 'checkout' : 'payments',
      timestamp: new Date(now - (n + 1) * hour - m * 1000).toISOString(),
      attributes: { env: 'production', status: m % 5 ? 'success' : 'failed', change_id: `CHG-${n}` },
    }));
    await call(n % 2 ? one : other, 'POST', '/events', { events });
  }
  await Promise.all([
    call(one, 'POST', '/_control/clock/advance', { by: 'P3D' }),
    call(other, 'POST', '/_control/clock/advance', { by: 'P3D' }),
    call(one, 'POST', '/_control/calculate'),
    call(other, 'POST', '/_control/calculate'),
  ]);
  const { items } = await call(one, 'GET', '/dora/runs');
  expect(items.map(({ state, error }: { state: string; error: null }) => [state, error])).toEqual(
    Array(8).fill(['succeeded', null]),
  );
  // Each deployment was read by the first of them only.
  const read = items.map(({ deployments }: { deployments: number }) => deployments);
  expect(read.reduce((a: number, b: number) => a + b)).toBe(200);
  const counts = servers.map(
    async (server) => (await call(server, 'GET', '/dora')).deploymentFrequency.count,
  );
  expect(await Promise.all(counts)).toEqual([160, 160]);
  for (const server of servers) expect(await stopEmulator(server)).toBe(0);
});
