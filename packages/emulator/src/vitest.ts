import { test as base, inject } from 'vitest';
import { connectEmulator } from './testing/connect-emulator.ts';
import type { AccountEmulator, Emulator } from './testing/emulator.ts';
import { emulatorOfEnvironment } from './testing/emulator-of-environment.ts';
import type {} from './testing/vitest-context.ts';

/** What tests get. */
export interface EmulatorFixtures {
  /**
   * The emulator of the global setup (`@milepost/emulator/vitest/global-setup`), or that of MILEPOST_EMULATOR_URL and
   * MILEPOST_EMULATOR_API_KEY; else one of this worker's own. Other tests use it at the same time.
   */
  emulator: Emulator;
  /** An account of this test's own in it, which is removed afterwards: nobody else sees it, or can hurt it. */
  account: AccountEmulator;
}

/** Vitest's `test`, with an emulator and an account in it. */
export const test = base.extend<{
  $worker: Pick<EmulatorFixtures, 'emulator'>;
  $test: Pick<EmulatorFixtures, 'account'>;
}>({
  emulator: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from it which fixtures are needed.
    async ({}, use) => {
      const given = inject('milepostEmulator');
      await using emulator = given
        ? connectEmulator(given)
        : (emulatorOfEnvironment(process.env) ?? (await startOwn()));
      await use(emulator);
    },
    { scope: 'worker' },
  ],
  account: async ({ emulator, task }, use) => {
    await using account = await emulator.account({ name: task.name.slice(0, 255) });
    await use(account);
  },
});

/** The whole service is loaded only where it runs. */
async function startOwn(): Promise<Emulator> {
  const { startEmulator } = await import('./testing/start-emulator.ts');
  return startEmulator();
}
