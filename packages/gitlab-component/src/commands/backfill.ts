import { Command } from '@oclif/core/command';
import * as Flags from '@oclif/core/flags';
import { thisMachine } from '../machine.ts';
import { inputReader } from '../read-input.ts';
import { serviceFlags } from '../service-flags.ts';

const SOURCE = 'SOURCE';
const EVENTS = 'EVENTS';

export class Backfill extends Command {
  static override readonly summary = 'Send deployments of the past.';
  static override readonly usage = '<%= command.id %> --from-… [FLAGS]';
  static override readonly description =
    `From the Deployments API of GitHub or GitLab, from git tags, or from a file of CSV or NDJSON; paced under the rate limit of the service. A cursor file says how far it came: interrupt it as you like and start the same command again, nothing is stored twice. When it has finished, the same command sends what is new.

Exit codes: 0 all is sent; 1 something is not (rows that cannot be sent are told, and kept in a file); 2 wrong usage; 130 interrupted.`;
  static override readonly examples = [
    {
      description: 'See what GitHub knows, without sending:',
      command: '<%= config.bin %> backfill --from-github acme/shop --entity-id checkout --dry-run',
    },
    {
      description: 'Each tag that begins with v was a deployment to production:',
      command: "<%= config.bin %> backfill --from-tags 'v*' --entity-id checkout --env production",
    },
    {
      description: 'A table whose columns have names of their own:',
      command:
        "<%= config.bin %> backfill --from-file deployments.csv --column timestamp='Deployed at' --column env=Stage",
    },
  ];
  static override readonly flags = {
    ...serviceFlags,
    'from-github': Flags.string({
      helpGroup: SOURCE,
      helpValue: 'OWNER/REPO',
      description: "Deployments of a repository, by GitHub's API.",
    }),
    'from-gitlab': Flags.string({
      helpGroup: SOURCE,
      helpValue: 'PROJECT',
      description: "Deployments of a project (path or id), by GitLab's API.",
    }),
    'from-tags': Flags.string({
      helpGroup: SOURCE,
      helpValue: 'PATTERN',
      description: 'Tags of a git repository; each counts as a success, unless --status says otherwise.',
    }),
    'from-file': Flags.string({
      helpGroup: SOURCE,
      helpValue: 'FILE',
      description: 'Rows of CSV with a header, or a JSON object a line.',
    }),
    'github-url': Flags.string({
      helpGroup: SOURCE,
      helpValue: 'URL',
      description: "Address of GitHub's API; GITHUB_API_URL, else https://api.github.com.",
    }),
    'github-token': Flags.string({
      helpGroup: SOURCE,
      helpValue: 'SECRET',
      description: "Token for GitHub's API; GITHUB_TOKEN or GH_TOKEN in the environment.",
    }),
    'gitlab-url': Flags.string({
      helpGroup: SOURCE,
      helpValue: 'URL',
      description: "Address of GitLab's API; CI_API_V4_URL, else https://gitlab.com/api/v4.",
    }),
    'gitlab-token': Flags.string({
      helpGroup: SOURCE,
      helpValue: 'SECRET',
      description: "Token for GitLab's API; GITLAB_TOKEN, else CI_JOB_TOKEN, in the environment.",
    }),
    repo: Flags.string({
      helpGroup: SOURCE,
      helpValue: 'DIR',
      description: 'The git repository of --from-tags; here by default.',
    }),
    format: Flags.string({
      helpGroup: SOURCE,
      options: ['csv', 'ndjson'],
      description: 'Format of --from-file; by its extension by default.',
    }),
    column: Flags.string({
      helpGroup: SOURCE,
      helpValue: 'FIELD=COLUMN',
      multiple: true,
      description:
        'Which column is a field (timestamp, entity-id, env, status, commit-sha, …); those that are named like a field are found. Repeatable; in NDJSON a path such as env=target.name.',
    }),
    delimiter: Flags.string({
      helpGroup: SOURCE,
      helpValue: 'CHAR',
      description: 'Between the cells of CSV, such as ; or tab; a comma by default.',
    }),

    'entity-id': Flags.string({
      helpGroup: EVENTS,
      helpValue: 'ID',
      description: 'Entity of the deployments for which the source tells none.',
    }),
    env: Flags.string({
      helpGroup: EVENTS,
      helpValue: 'NAME',
      description: 'Environment, where the source tells none.',
    }),
    status: Flags.string({
      helpGroup: EVENTS,
      options: ['success', 'failed'],
      description: 'Status, where the source tells none.',
    }),
    'environment-map': Flags.string({
      helpGroup: EVENTS,
      helpValue: 'LINES',
      description: 'Lines "pattern = name" that give environments one name each; * and ? are wild.',
    }),
    'on-cancelled': Flags.string({
      helpGroup: EVENTS,
      options: ['skip', 'failed'],
      description: 'What a cancelled deployment is: nothing (skip, the default), or a failed one.',
    }),
    inactive: Flags.string({
      helpGroup: EVENTS,
      options: ['skip', 'success'],
      description:
        'GitHub forgets after 90 days how a deployment ended that another one has replaced: pass it over (skip, the default), or count it as a success at the time when it began.',
    }),
    since: Flags.string({
      helpGroup: EVENTS,
      helpValue: 'TIME',
      description: 'Only deployments from then on: a date, or an instant in UTC.',
    }),
    until: Flags.string({
      helpGroup: EVENTS,
      helpValue: 'TIME',
      description: 'Only deployments before then.',
    }),
    'detect-change': Flags.boolean({
      helpGroup: EVENTS,
      description: 'Look up the pull or merge request of each deployment: one question more for each.',
    }),

    cursor: Flags.string({
      helpValue: 'FILE',
      description: 'File that says how far it came; named after source and service by default.',
    }),
    'bad-rows': Flags.string({
      helpValue: 'FILE',
      description: 'File for rows that cannot be sent; FILE.bad.csv or FILE.bad.ndjson by default.',
    }),
    'dry-run': Flags.boolean({
      description: 'Read and check everything, and show what would be sent. Needs no credentials.',
    }),
    json: Flags.boolean({ description: 'Print the result as one JSON object.' }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Backfill);
    const { runBackfill } = await import('../backfill/run-backfill.ts');
    const machine = thisMachine();
    const { column: columns = [], json = false } = flags;
    process.exitCode = await runBackfill(inputReader(flags, machine), machine, {
      columns,
      // Not by its twin, from which a tab would be trimmed.
      delimiter: flags.delimiter ?? '',
      detectChange: flags['detect-change'] ?? false,
      dryRun: flags['dry-run'] ?? false,
      json,
    });
  }
}
