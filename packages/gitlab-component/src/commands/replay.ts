import * as Args from '@oclif/core/args';
import { Command } from '@oclif/core/command';
import * as Flags from '@oclif/core/flags';
import { thisMachine } from '../machine.ts';
import { inputReader } from '../read-input.ts';
import { serviceFlags } from '../service-flags.ts';

export class Replay extends Command {
  static override readonly summary = 'Send what an earlier report could not deliver.';
  static override readonly description =
    `Events are sent under the Idempotency-Keys of the first try, so that what did arrive is not stored twice (the service remembers keys for 24 hours). What is delivered is taken out of the file; what the service refuses is moved to FILE.rejected.

Exit codes: 0 everything is delivered; 1 something is not; 2 wrong usage.`;
  static override readonly examples = ['<%= config.bin %> replay milepost-undelivered.ndjson'];
  static override readonly args = {
    file: Args.string({ description: 'The undelivered file.', required: true }),
  };
  static override readonly flags = {
    ...serviceFlags,
    timeout: Flags.string({
      helpValue: 'SECONDS',
      description: 'Time that sending may take in all, retries included; 60 by default.',
    }),
    'max-attempts': Flags.string({ helpValue: 'N', description: 'Tries for each request; 5 by default.' }),
    json: Flags.boolean({ description: 'Print the result as one JSON object.' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Replay);
    const { runReplay } = await import('../replay/run-replay.ts');
    const machine = thisMachine();
    process.exitCode = await runReplay(args.file, inputReader(flags, machine), machine, flags.json ?? false);
  }
}
