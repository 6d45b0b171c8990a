import * as Args from '@oclif/core/args';
import { Command } from '@oclif/core/command';
import { thisMachine } from '../machine.ts';

export class Completion extends Command {
  static override readonly summary = 'Print a script that completes commands and flags in a shell.';
  static override readonly examples = [
    { description: 'bash, in ~/.bashrc:', command: 'eval "$(<%= config.bin %> completion bash)"' },
    {
      description: 'zsh, in ~/.zshrc, after compinit:',
      command: 'eval "$(<%= config.bin %> completion zsh)"',
    },
    { description: 'fish:', command: '<%= config.bin %> completion fish | source' },
  ];
  static override readonly args = {
    shell: Args.string({ description: 'The shell.', options: ['bash', 'zsh', 'fish'], required: true }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(Completion);
    const { completionScript } = await import('../completion/completion-script.ts');
    thisMachine().print(completionScript(args.shell, this.config.commands));
  }
}
