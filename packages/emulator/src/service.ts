import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { createApiKeyUses } from './auth/api-key-uses.ts';
import { provisionWellKnown } from './auth/well-known.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { purgeIdempotencyKeys } from './jobs/purge-idempotency-keys.ts';
import { plantSeed, type Seed } from './seed/plant-seed.ts';
import { startServer } from './server.ts';
import { openStore } from './store/open-store.ts';
import { createUrls } from './urls.ts';

export interface Service {
  /** Base URL as callers see it, without a final slash. */
  url: string;
  authUrl: string;
  /** Engine and place of the data. */
  store: string;
  /** Stops accepting, finishes what is in flight, closes the store. */
  stop(): Promise<void>;
}

/** Requests in flight get this long to finish, in milliseconds; the store's closing needs the rest of 10 s. */
const STOP_DEADLINE = 7500;
/** A database that does not answer must not hold the process. What was acknowledged is in it already. */
const CLOSE_DEADLINE = 1500;

/**
 * Starts the whole service in emulator mode: store, well-known credentials, seed, HTTP.
 *
 * @throws StoreOpenError, ApiKeyTakenError, SeedError, or Node's error of listening, each with one clear line.
 */
export async function startService(
  config: Config,
  { clock, log, seed }: { clock: Clock; log: Logger; seed?: Seed | undefined },
): Promise<Service> {
  const store = await openStore(config.store, { warn: (message) => log.warn(message) });
  try {
    await provisionWellKnown(store, { apiKey: config.apiKey, now: clock.now() });
    if (seed) await plantSeed(store, seed, clock.now());
    const keyUses = createApiKeyUses(store, (err) => log.warn({ err }, 'the last use of keys was not noted'));
    const urls = createUrls(config);
    const stopping = new AbortController();
    const app = createApp({ config, store, clock, log, urls, keyUses, stopping: stopping.signal });
    const server = await startServer(app, config);
    urls.listeningOn(server.origin);
    const purging = purgeIdempotencyKeys(store, clock, log);
    return {
      url: urls.baseUrl(),
      authUrl: urls.authUrl(),
      store: store.name,
      async stop() {
        purging.stop();
        stopping.abort();
        await server.stop(STOP_DEADLINE);
        const closed = keyUses.flush().then(() => store.close());
        const late = delay(CLOSE_DEADLINE, 'late', { ref: false });
        if ((await Promise.race([closed, late])) === 'late') log.warn('the store did not close in time');
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
