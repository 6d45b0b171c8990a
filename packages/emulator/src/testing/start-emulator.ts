import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { WELL_KNOWN_ACCOUNT, WELL_KNOWN_CLIENT_ID, WELL_KNOWN_USER } from '../auth/well-known.ts';
import { readWebhookConfig } from '../incidents/webhook-config.ts';
import { parseSeed } from '../seed/parse-seed.ts';
import { readSeed } from '../seed/read-seed.ts';
import { startService } from '../service.ts';
import { clockSetting } from './clock-setting.ts';
import { createHandle } from './create-handle.ts';
import type { Emulator } from './emulator.ts';
import { emulatorConfig } from './emulator-config.ts';
import type { EmulatorOptions } from './emulator-options.ts';
import { createMachineClock } from './machine-clock.ts';

/** An emulator in this process. `await using` stops it. */
export interface StartedEmulator extends Emulator {
  readonly accountId: string;
  /** For POST /oauth/token. */
  readonly user: { id: string; email: string; password: string };
  readonly clientId: string;
  /** Finishes what is in flight and closes the store; a second call does nothing. */
  stop(): Promise<void>;
}

/**
 * Starts the whole service in this process, on any free port of 127.0.0.1, with its data in memory unless another
 * store is given. It prints nothing, listens to no signals, leaves nothing behind when it has stopped, and there may
 * be several. The process lives as long as it runs: stop it, or take it by `await using`.
 *
 * @throws UsageError, RangeError, SeedError, StoreOpenError, WebhookConfigError for an option that cannot be, and
 * Node's error of listening, each with one clear line.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<StartedEmulator> {
  const base = process.cwd();
  const { seed, incidentWebhooks, clock = 'system' } = options;
  const machineClock = createMachineClock();
  // There is none until a repository is connected.
  const mirrors = join(tmpdir(), `milepost-mirrors-${randomUUID()}`);
  const config = emulatorConfig(options, { base, mirrors });
  const service = await startService(config, {
    clock: machineClock,
    startClock: clockSetting(clock, machineClock.now()),
    log: options.log ?? pino({ level: 'silent' }, { write() {} }),
    seed: typeof seed === 'string' ? await readSeed(resolve(base, seed)) : seed && (await parseSeed(seed)),
    incidentWebhooks:
      incidentWebhooks === undefined
        ? undefined
        : await readWebhookConfig(resolve(base, incidentWebhooks), process.env),
    env: process.env,
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= service.stop().finally(() => rm(mirrors, { recursive: true, force: true }));
    return stopped;
  };
  const { id: accountId } = WELL_KNOWN_ACCOUNT;
  const { id, email, password } = WELL_KNOWN_USER;
  return {
    ...createHandle({ url: service.url, apiKey: config.apiKey, accountId, dispose: stop }),
    accountId,
    user: { id, email, password },
    clientId: WELL_KNOWN_CLIENT_ID,
    stop,
  };
}
