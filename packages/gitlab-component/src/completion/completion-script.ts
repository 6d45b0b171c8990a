import type { Command } from '@oclif/core/command';
import { bashScript } from './bash-script.ts';
import { describeCommands } from './describe-commands.ts';
import { fishScript } from './fish-script.ts';
import { zshScript } from './zsh-script.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** @param shell `bash`, `zsh` or `fish`. */
export function completionScript(shell: string, commands: readonly Command.Loadable[]): string {
  const script = Object.entries(SCRIPTS).find(([name]) => name === shell)?.[1];
  if (!script) throw new TypeError(`there is no completion for ${shell}`);
  return script(describeCommands(commands)).trimEnd();
}
