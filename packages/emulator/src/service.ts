import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { createApiKeyUses } from './auth/api-key-uses.ts';
import { provisionWellKnown } from './auth/provision-well-known.ts';
import { WELL_KNOWN_ACCOUNT } from './auth/well-known.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { createAccountClocks } from './control/account-clocks.ts';
import { createBeginnings } from './control/beginnings.ts';
import { type ClockSetting, createControlClock } from './control/control-clock.ts';
import type { IncidentWebhooks } from './incidents/webhook-config.ts';
import { createMetricJobs } from './jobs/metric-jobs.ts';
import { purgeIdempotencyKeys } from './jobs/purge-idempotency-keys.ts';
import { readRepositories } from './repos/read-repositories.ts';
import { removeMirrors, removeOldMirrors } from './repos/remove-mirrors.ts';
import { plantSeed } from './seed/plant-seed.ts';
import type { Seed } from './seed/seed.schema.ts';
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

export interface ServiceOptions {
  /** The machine's time; the controls may set what the service goes by. */
  clock: Clock;
  /** What it goes by at first; the machine's time by default. */
  startClock?: ClockSetting | undefined;
  log: Logger;
  seed?: Seed | undefined;
  /** Systems that may send incidents; none by default. */
  incidentWebhooks?: IncidentWebhooks | undefined;
  /** For git: PATH, HOME, proxies. */
  env: Readonly<Record<string, string | undefined>>;
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
export async function startService(config: Config, options: ServiceOptions): Promise<Service> {
  const { clock: realTime, startClock = { mode: 'system' }, log, seed, incidentWebhooks, env } = options;
  const clock = createControlClock(realTime);
  clock.set(startClock);
  const clocks = createAccountClocks(clock);
  const beginnings = createBeginnings();
  beginnings.set(WELL_KNOWN_ACCOUNT.id, { seed, clock: startClock });
  const store = await openStore(config.store, { warn: (message) => log.warn(message) });
  try {
    await provisionWellKnown(store, { apiKey: config.apiKey, now: clock.now() });
    if (seed) await plantSeed(store, seed, { accountId: WELL_KNOWN_ACCOUNT.id, now: clock.now() });
    const keyUses = createApiKeyUses(store, (err) => log.warn({ err }, 'the last use of keys was not noted'));
    const urls = createUrls(config);
    const stopping = new AbortController();
    const reading = { store, log, mirrors: config.mirrors, tokens: config.gitTokens, env };
    const jobs = createMetricJobs({
      store,
      clocks,
      realTime,
      log,
      settings: config.calculation,
      readRepos: (accountId, signal) =>
        readRepositories({ ...reading, clock: clocks.of(accountId), signal }, accountId),
      signal: stopping.signal,
      ownAccountId: WELL_KNOWN_ACCOUNT.id,
      tidyUp: () => removeOldMirrors(store, config.mirrors),
    });
    const app = createApp({
      config,
      store,
      clocks,
      emulation: {
        clocks,
        beginnings,
        jobs,
        apiKey: config.apiKey,
        forgetMirrors: (repos) => removeMirrors(repos, config.mirrors, log),
      },
      log,
      urls,
      keyUses,
      incidentWebhooks,
      stopping: stopping.signal,
    });
    const server = await startServer(app, config);
    urls.listeningOn(server.origin);
    const scheduled = jobs.start();
    const purging = purgeIdempotencyKeys(store, { now: clocks.earliest }, log);
    return {
      url: urls.baseUrl(),
      authUrl: urls.authUrl(),
      store: store.name,
      async stop() {
        purging.stop();
        stopping.abort();
        await server.stop(STOP_DEADLINE);
        const closed = Promise.all([keyUses.flush(), scheduled.stop()]).then(() => store.close());
        const late = delay(CLOSE_DEADLINE, 'late', { ref: false });
        if ((await Promise.race([closed, late])) === 'late') log.warn('the store did not close in time');
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
