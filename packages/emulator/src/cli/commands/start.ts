import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from '@oclif/core';
import pino from 'pino';
import { systemClock } from '../../clock.ts';
import { parseClock } from '../../config-values.ts';
import { readWebhookConfig } from '../../incidents/webhook-config.ts';
import { readSeed } from '../../seed/read-seed.ts';
import { seedErrorIn } from '../../seed/seed-error.ts';
import { startService } from '../../service.ts';
import { UsageError } from '../../usage-error.ts';
import { banner, exposureWarning } from '../banner.ts';
import { calledFrom } from '../called-from.ts';
import { requireBooleans } from '../require-booleans.ts';
import { startConfig } from '../start-config.ts';
import { startFlags } from '../start-flags.ts';
import { stopOnSignal } from '../stop-on-signal.ts';

/** A system call for every line would be a tenth of the work of a request; a tenth of a second late is not late. */
const LOG_BUFFER = { minLength: 32_768, maxWrite: 65_536, periodicFlush: 100 };

export class Start extends Command {
  static override readonly summary = 'Run the event ingestion service on this machine.';
  static override readonly examples = [
    '<%= config.bin %> start',
    '<%= config.bin %> start --port 0 --ephemeral --json',
    '<%= config.bin %> start --store postgres://milepost@localhost/milepost',
  ];
  static override readonly flags = startFlags;

  async run(): Promise<void> {
    const { flags, raw } = await this.parse(Start);
    requireBooleans(startFlags, process.env);
    // In the environment there may be a store; asked for by flag, the two contradict each other.
    if (flags.ephemeral && raw.some((token) => token.type === 'flag' && token.flag === 'store')) {
      throw new UsageError(
        '--ephemeral has a store of its own, which goes with the process; leave out --store',
      );
    }
    const base = calledFrom(process.env, process.cwd());
    // What is kept in memory has mirrors of repositories on disk all the same.
    const leavesNothing = flags.ephemeral || flags.store === 'memory:';
    const temporary = leavesNothing ? mkdtempSync(join(tmpdir(), 'milepost-')) : undefined;
    // Also when the start fails.
    if (temporary) process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
    const config = startConfig(
      temporary
        ? { ...flags, 'data-dir': temporary, store: flags.ephemeral ? undefined : flags.store }
        : flags,
      base,
      process.env,
    );
    const seedFile = flags.seed === undefined ? undefined : resolve(base, flags.seed);
    const seed = seedFile === undefined ? undefined : await readSeed(seedFile);

    const webhooks = flags['incident-webhooks'];
    const incidentWebhooks =
      webhooks === undefined ? undefined : await readWebhookConfig(resolve(base, webhooks), process.env);

    const destination = pino.destination({ dest: 2, sync: false, ...LOG_BUFFER });
    const log = pino({ level: flags['log-level'], base: null }, destination);
    const service = await startService(config, {
      clock: systemClock,
      startClock: flags.clock === undefined ? undefined : parseClock(flags.clock),
      log,
      seed,
      incidentWebhooks,
      env: process.env,
    }).catch((error: unknown) => {
      throw seedErrorIn(`--seed ${seedFile}`, error);
    });
    stopOnSignal(service, log, () => destination.flushSync());

    const warning = exposureWarning(config);
    // Not by the log, whose level may hide it.
    if (warning) process.stderr.write(`warning: ${warning}\n`);
    const { url, authUrl } = service;
    process.stdout.write(
      flags.json
        ? `${JSON.stringify({ event: 'ready', url, apiKey: config.apiKey, authUrl })}\n`
        : banner(service, config, this.config.version),
    );
  }
}
