import type { CommandWords } from './describe-commands.ts';

/** Completion for zsh, by its own \`_arguments\`. */
export function zshScript(commands: readonly CommandWords[]): string {
  const list = commands.map(({ name, summary }) => `    '${quoted(name)}:${quoted(summary)}'`);
  const cases = commands.map(
    ({ name, flags }) =>
      `    ${name})\n      _arguments ${flags.map(argumentOf).join(' ')} '*:file:_files' ;;`,
  );
  return `#compdef milepost
_milepost() {
  local -a commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT -= 1 ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _milepost milepost
`;
}

function argumentOf({ name, description, takesValue, options }: CommandWords['flags'][number]): string {
  const what = `[${quoted(description).replace(/[[\]:]/g, '\\$&')}]`;
  if (!takesValue) return `'${name}${what}'`;
  return options.length > 0
    ? `'${name}=${what}:value:(${options.join(' ')})'`
    : `'${name}=${what}:value:_files'`;
}

/** For a text in single quotes. */
function quoted(text: string): string {
  return text.replaceAll("'", "'\\''");
}
