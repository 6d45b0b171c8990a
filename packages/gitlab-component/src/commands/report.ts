import { Command } from '@oclif/core/command';
import { thisMachine } from '../machine.ts';
import { inputReader } from '../read-input.ts';
import { reportFlags } from '../report/report-flags.ts';

export class Report extends Command {
  static override readonly summary = 'Report the deployment that this job makes.';
  static override readonly description =
    `What the CI system knows needs no flag: GitHub Actions and GitLab CI tell nearly all, other CI systems the commit and the build. Each flag but --json and --verbose has its twin in the environment: MILEPOST_BASE_URL for --base-url. A flag wins.

Exit codes: 0 reported, or nothing to report; 1 by --fail-on; 2 wrong usage.`;
  static override readonly examples = [
    {
      description: 'In a job, with MILEPOST_BASE_URL and MILEPOST_TOKEN in its environment:',
      command: '<%= config.bin %> report --entity-id checkout --env production --status success',
    },
    {
      description: 'See what would be sent, without sending:',
      command: '<%= config.bin %> report --entity-id checkout --env production --dry-run',
    },
    {
      description: 'Several services, from standard input:',
      command: '<%= config.bin %> report --env production --status success --events -',
    },
  ];
  static override readonly flags = reportFlags;

  async run(): Promise<void> {
    const { flags } = await this.parse(Report);
    const { runReport } = await import('../report/run-report.ts');
    const machine = thisMachine();
    const { json = false, verbose = false } = flags;
    process.exitCode = await runReport(inputReader(flags, machine), machine, { json, verbose });
  }
}
