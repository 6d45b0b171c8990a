import { Command } from '@oclif/core/command';
import * as Flags from '@oclif/core/flags';
import { thisMachine } from '../machine.ts';
import { inputReader } from '../read-input.ts';
import { serviceFlags } from '../service-flags.ts';

export class Doctor extends Command {
  static override readonly summary = 'Find out why reporting does not work, before it has to.';
  static override readonly description =
    `Looks at the settings, the proxy, the way to the service, the clock, the credentials and whose they are, the entity,
the CI system and its token, and says what to do. Nothing is stored.

Exit codes: 0 nothing is broken, warnings or not; 1 something is; 2 wrong usage.`;
  static override readonly examples = [
    {
      description: 'With the settings of the job, MILEPOST_BASE_URL and the like, in the environment:',
      command: '<%= config.bin %> doctor --entity-id checkout',
    },
    { description: 'For a script:', command: '<%= config.bin %> doctor --json' },
  ];
  static override readonly flags = {
    ...serviceFlags,
    'entity-id': Flags.string({
      helpValue: 'ID',
      description: 'Id or short id of the application or service whose deployments are to be reported.',
    }),
    'github-token': Flags.string({
      helpValue: 'SECRET',
      description: 'Token for looking up changes; GITHUB_TOKEN in the environment.',
    }),
    'gitlab-token': Flags.string({
      helpValue: 'SECRET',
      description: 'Token for looking up changes; GITLAB_TOKEN, else CI_JOB_TOKEN, in the environment.',
    }),
    // Without a twin in the environment: MILEPOST_TIMEOUT is the time of a whole report.
    timeout: Flags.string({
      helpValue: 'SECONDS',
      description: 'Time that each question may take; 10 by default.',
    }),
    json: Flags.boolean({ description: 'Print the result as one JSON object.' }),
  };

  async run(): Promise<void> {
    const { timeout = '', json = false, ...settings } = (await this.parse(Doctor)).flags;
    const { runDoctor } = await import('../doctor/run-doctor.ts');
    const machine = thisMachine();
    process.exitCode = await runDoctor(inputReader(settings, machine), machine, { json, timeout });
  }
}
