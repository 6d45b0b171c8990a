import type { Command } from '@oclif/core/command';

/** What a shell can complete of a command. */
export interface CommandWords {
  name: string;
  summary: string;
  /** With dashes. */
  flags: { name: string; description: string; takesValue: boolean; options: readonly string[] }[];
}

/** The words of all commands, in the order of the alphabet. */
export function describeCommands(commands: readonly Command.Loadable[]): CommandWords[] {
  return commands
    .map(({ id, summary = '', flags }) => ({
      name: id,
      summary,
      flags: [...Object.entries(flags).flatMap(([flag, definition]) => namesOf(flag, definition)), HELP],
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

const HELP = { name: '--help', description: 'Show help.', takesValue: false, options: [] };

type Flag = Command.Loadable['flags'][string];

function namesOf(flag: string, definition: Flag): CommandWords['flags'] {
  const description = (definition.description ?? '').replace(/\s+/g, ' ');
  if (definition.type === 'option') {
    return [{ name: `--${flag}`, description, takesValue: true, options: definition.options ?? [] }];
  }
  const names = definition.allowNo ? [`--${flag}`, `--no-${flag}`] : [`--${flag}`];
  return names.map((name) => ({ name, description, takesValue: false, options: [] }));
}
