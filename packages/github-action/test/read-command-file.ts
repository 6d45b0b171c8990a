/**
 * Reads what a step wrote to GITHUB_OUTPUT, GITHUB_STATE or GITHUB_ENV, as the runner reads it: lines `name=value`, or
 * `name<<DELIMITER`, the value's lines, and the delimiter.
 *
 * @throws Error as the runner would fail the step.
 */
export function readCommandFile(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line === '') continue;
    const [, name = '', operator, rest = ''] = /^(.*?)(=|<<)(.*)$/.exec(line) ?? [];
    if (name === '' || (operator === '<<' && rest === '')) throw new Error(`Invalid format '${line}'`);
    if (operator === '=') {
      values[name] = rest;
      continue;
    }
    const end = lines.indexOf(rest, at + 1);
    if (end === -1) throw new Error(`Invalid value. Matching delimiter not found '${rest}'`);
    values[name] = lines.slice(at + 1, end).join('\n');
    at = end;
  }
  return values;
}
