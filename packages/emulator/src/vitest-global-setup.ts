import type { TestProject } from 'vitest/node';
import { emulatorOfEnvironment } from './testing/emulator-of-environment.ts';
import type { EmulatorOptions } from './testing/emulator-options.ts';
import { startEmulator } from './testing/start-emulator.ts';
import type {} from './testing/vitest-context.ts';

/**
 * Vitest's global setup: one emulator for all workers. Put `@milepost/emulator/vitest/global-setup` into `globalSetup`
 * of the configuration; the tests find it as the fixture `emulator` of `@milepost/emulator/vitest`.
 */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideEmulator(project);
}

/**
 * The same with options, for a global setup of one's own. Where MILEPOST_EMULATOR_URL names an emulator, that one is
 * provided, and nothing started.
 *
 * @returns what ends it.
 */
export async function provideEmulator(
  project: Pick<TestProject, 'provide'>,
  options: EmulatorOptions = {},
): Promise<() => Promise<void>> {
  const emulator = emulatorOfEnvironment(process.env) ?? (await startEmulator(options));
  const { url, apiKey } = emulator;
  project.provide('milepostEmulator', { url, apiKey });
  return async () => emulator[Symbol.asyncDispose]();
}
