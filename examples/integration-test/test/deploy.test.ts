import { execFile } from 'node:child_process';
import type { AccountEmulator } from '@milepost/emulator';
import { test } from '@milepost/emulator/vitest';
import { describe, expect } from 'vitest';

/** Runs the script as a pipeline does, and answers how it ended. */
function deploy(
  { url, user }: AccountEmulator,
  ...services: string[]
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const env = {
    ...process.env,
    MILEPOST_URL: url,
    MILEPOST_USERNAME: user.email,
    MILEPOST_PASSWORD: user.password,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/deploy.ts', ...services], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? error.code : 0, stdout, stderr });
    });
  });
}

test('it reports what it has deployed', async ({ account }) => {
  expect(await deploy(account, 'checkout@1.4.2', 'payments@2.0.0')).toMatchObject({ code: 0, stderr: '' });
  const events = await account.api.events();
  expect(events.map(({ attributes }) => attributes['build_id'])).toEqual(['1.4.2', '2.0.0']);
});

describe('a part of the deployments that is not recorded', () => {
  test('is named, and the script fails', async ({ account }) => {
    await account.faults.failEvents([1]);
    const { code, stderr } = await deploy(account, 'checkout@1.4.2', 'payments@2.0.0');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^payments 2\.0\.0 was not recorded: /);
    expect(await account.api.events({ entityId: 'checkout' })).toHaveLength(1);
    expect(await account.api.events({ entityId: 'payments' })).toHaveLength(0);
  });

  test('may be one of a service that nobody has heard of', async ({ account }) => {
    const { code, stderr } = await deploy(account, 'checkout@1.4.2', 'chekout@1.4.2');
    expect(code).toBe(1);
    expect(stderr).toContain("chekout 1.4.2 was not recorded: Entity 'chekout' not found");
  });
});

describe('midnight', () => {
  test('a deployment just before it counts on that day', async ({ emulator }) => {
    await using account = await emulator.account({ clock: '2026-03-31T23:59:30Z' });
    await deploy(account, 'checkout@1.4.2');
    // Runs the metric calculation of that midnight, and answers when it has finished.
    expect(await account.clock.advance({ minutes: 1 })).toMatchObject({ midnights: 1 });
    const metrics = (day: string) =>
      account.api.get('/dora', { entityId: 'checkout', env: 'production', from: day, to: day });
    expect(await metrics('2026-03-31')).toMatchObject({ deploymentFrequency: { count: 1 } });
    await account.clock.advance({ days: 1 });
    expect(await metrics('2026-04-01')).toMatchObject({ deploymentFrequency: { count: 0 } });
  });
});
