import type { CommandWords } from './describe-commands.ts';

/** Completion for bash 3.2 and later; where a flag takes a value, files are offered. */
export function bashScript(commands: readonly CommandWords[]): string {
  const cases = commands.map(
    ({ name, flags }) => `    ${name}) words='${flags.map((flag) => flag.name).join(' ')}' ;;`,
  );
  const values = commands.flatMap(({ name, flags }) =>
    flags
      .filter(({ options }) => options.length > 0)
      .map((flag) => `    ${name}:${flag.name}) words='${flag.options.join(' ')}' ;;`),
  );
  const taking = commands.flatMap(({ name, flags }) =>
    flags.filter(({ takesValue }) => takesValue).map((flag) => `${name}:${flag.name}`),
  );
  return `_milepost() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$current"))
    return
  fi
  case "$command:$previous" in
${values.join('\n')}
    ${taking.join('|')}) return ;;
  esac
  [ -n "$words" ] || case "$command" in
${cases.join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) case "$previous" in --*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;; esac ;;
  esac
}
complete -o bashdefault -o default -F _milepost milepost
`;
}
