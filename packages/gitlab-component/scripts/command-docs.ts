import type { Command } from '@oclif/core/command';
import { code, table } from '../../github-action/scripts/markdown.ts';
import { commands } from '../src/commands.ts';
import { serviceFlags } from '../src/service-flags.ts';

/** What README.md says of the command line: a section a command, its flags in a table. */
export function commandDocs(): string {
  const service = `### Flags of every command that calls the service\n\n${flagTable(serviceFlags)}`;
  const sections = Object.entries(commands).map(([name, command]) => sectionOf(name, command));
  return [...sections, service].join('\n\n');
}

function sectionOf(name: string, { summary = '', flags, args }: typeof Command): string {
  const own = Object.fromEntries(Object.entries(flags ?? {}).filter(([flag]) => !(flag in serviceFlags)));
  const words = Object.keys(args ?? {}).map((arg) => ` ${arg.toUpperCase()}`);
  const parts = [`### \`milepost ${name}${words.join('')}\``, summary];
  if (Object.keys(own).length > 0) parts.push(flagTable(own));
  return parts.join('\n\n');
}

function flagTable(flags: (typeof Command)['flags']): string {
  const rows = Object.entries(flags).map(([name, flag]) => {
    const value = flag.type === 'option' ? ` ${flag.options?.join('|') ?? flag.helpValue ?? ''}` : '';
    const shown = flag.type === 'boolean' && flag.allowNo ? `--[no-]${name}` : `--${name}${value}`;
    return [code(shown.trim()), flag.description ?? ''];
  });
  return table(['Flag', 'Meaning'], rows);
}
