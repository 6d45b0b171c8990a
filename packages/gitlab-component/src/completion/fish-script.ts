import type { CommandWords } from './describe-commands.ts';

/** Completion for fish. */
export function fishScript(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ name, summary, flags }) => [
    `complete -c milepost -n __fish_use_subcommand -f -a ${name} -d '${quoted(summary)}'`,
    ...flags.map(({ name: flag, description, takesValue, options }) => {
      const value = options.length > 0 ? ` -x -a '${options.join(' ')}'` : takesValue ? ' -r' : '';
      const from = `'__fish_seen_subcommand_from ${name}'`;
      return `complete -c milepost -n ${from} -l ${flag.slice(2)}${value} -d '${quoted(description)}'`;
    }),
  ]);
  return `${lines.join('\n')}\n`;
}

/** For a text in single quotes. */
function quoted(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}
