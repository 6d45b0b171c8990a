import { WELL_KNOWN_API_KEY } from '../auth/well-known.ts';
import { createHandle } from './create-handle.ts';
import type { Emulator } from './emulator.ts';

/**
 * Makes the handle of an emulator that runs somewhere: in a container, in another process. Nothing is asked of it
 * before the first call, and disposing of the handle leaves it running.
 *
 * @param options.url its base URL, such as `http://127.0.0.1:4010`.
 * @param options.apiKey its own key, or that of an account made for a test; the well-known one when left out.
 *
 * @throws TypeError when the URL is none of http or https.
 */
export function connectEmulator({
  url,
  apiKey = WELL_KNOWN_API_KEY,
}: {
  url: string;
  apiKey?: string | undefined;
}): Emulator {
  if (!/^https?:\/\//i.test(url))
    throw new TypeError(`'${url}' is no address of an emulator; give one such as http://127.0.0.1:4010`);
  return createHandle({
    url: url.replace(/\/+$/, ''),
    apiKey,
    accountId: undefined,
    dispose: async () => {},
  });
}
