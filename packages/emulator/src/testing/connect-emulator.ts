import { WELL_KNOWN_API_KEY } from '../auth/well-known.ts';
import { createHandle } from './create-handle.ts';
import type { Emulator } from './emulator.ts';

/**
 * Makes the handle of an emulator that runs somewhere: in a container, in another process. Nothing is asked of it
 * before the first call, and disposing of the handle leaves it running.
 *
 * @param options.url its base URL, such as `http://127.0.0.1:4010`.
 * @param options.apiKey its own key, or that of an account made for a test; the well-known one when left out.
 */
export function connectEmulator({
  url,
  apiKey = WELL_KNOWN_API_KEY,
}: {
  url: string;
  apiKey?: string | undefined;
}): Emulator {
  return createHandle({
    url: url.replace(/\/+$/, ''),
    apiKey,
    accountId: undefined,
    dispose: async () => {},
  });
}
