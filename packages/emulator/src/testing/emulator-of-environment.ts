import { connectEmulator } from './connect-emulator.ts';
import type { Emulator } from './emulator.ts';

/** The emulator that MILEPOST_EMULATOR_URL and MILEPOST_EMULATOR_API_KEY name; undefined when they name none. */
export function emulatorOfEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Emulator | undefined {
  const url = env['MILEPOST_EMULATOR_URL'];
  if (url === undefined || url === '') return undefined;
  return connectEmulator({ url, apiKey: env['MILEPOST_EMULATOR_API_KEY'] || undefined });
}
