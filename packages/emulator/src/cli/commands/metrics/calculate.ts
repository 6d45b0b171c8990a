import { Command, Flags } from '@oclif/core';
import pino from 'pino';
import { runBody } from '../../../calculation/run-body.ts';
import { oneClock, systemClock } from '../../../clock.ts';
import { parseGitTokens } from '../../../config-values.ts';
import { parseDate } from '../../../dora/window.ts';
import { createMetricJobs } from '../../../jobs/metric-jobs.ts';
import { readRepositories } from '../../../repos/read-repositories.ts';
import { UsageError } from '../../../usage-error.ts';
import { accountFlags } from '../../account-flags.ts';
import { calledFrom } from '../../called-from.ts';
import { openAccount } from '../../open-account.ts';
import { showProgress } from '../../show-progress.ts';
import { calculationSettings, mirrorsDirectory } from '../../start-config.ts';
import { calculationFlags } from '../../start-flags.ts';

export class MetricsCalculate extends Command {
  static override readonly summary = 'Calculate the metrics of all finished days now, not at midnight.';
  static override readonly description =
    'The server may go on running beside it; only one calculation runs at a time. Settings (--environment-aliases, --lead-time-from) must be those of the server: other ones make everything be calculated anew.';
  static override readonly examples = [
    '<%= config.bin %> metrics calculate',
    '<%= config.bin %> metrics calculate --full',
    '<%= config.bin %> metrics calculate --from 2026-01-01 --json',
  ];
  static override readonly flags = {
    ...accountFlags,
    ...calculationFlags,
    full: Flags.boolean({ description: 'Everything anew, not only what has changed.' }),
    from: Flags.string({
      description: 'Everything from this day on anew, such as 2026-01-01.',
      exclusive: ['full'],
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(MetricsCalculate);
    const fromDay = flags.from === undefined ? undefined : parseDay(flags.from);
    const settings = calculationSettings(flags);
    const tokens = parseGitTokens(process.env['MILEPOST_GIT_TOKENS']);
    const base = calledFrom(process.env, process.cwd());
    const mirrors = mirrorsDirectory(flags, base);
    const { store, account } = await openAccount(flags, base);
    try {
      // What a server would log is said in words below.
      const log = pino({ level: 'silent' });
      const reading = { store, clock: systemClock, log, mirrors, tokens, env: process.env };
      const jobs = createMetricJobs({
        store,
        clocks: oneClock(systemClock),
        realTime: systemClock,
        log,
        settings,
        readRepos: (accountId) => readRepositories(reading, accountId),
        tidyUp: async () => {},
      });
      const progress = await showProgress(process.stderr);
      const run = await jobs.calculate(account.id, {
        full: flags.full,
        fromDay,
        onProgress: progress.update,
      });
      progress.stop();
      for (const { name, readError } of await store.listRepos(account.id, { unreadable: true }))
        process.stderr.write(`warning: the repository ${name} could not be read: ${readError}\n`);
      const { state, through, dirtyChains, deployments, error } = runBody(run);
      if (flags.json) this.log(JSON.stringify(runBody(run)));
      else if (state === 'succeeded')
        this.log(`Calculated through ${through} (chains: ${dirtyChains}, deployments: ${deployments}).`);
      else process.stderr.write(`The metrics could not be calculated, and stay as they were: ${error}\n`);
      if (state !== 'succeeded') this.exit(1);
    } finally {
      await store.close();
    }
  }
}

function parseDay(text: string): number {
  const day = parseDate(text);
  if (day === undefined) throw new UsageError(`--from: expected a day such as 2026-01-31, got '${text}'`);
  return day;
}
