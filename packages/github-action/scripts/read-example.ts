import { parse } from 'yaml';

const ACTION = /^\s*(- )?uses: milepost-dev\/milepost\/packages\/github-action@/;

/**
 * The step of a workflow that uses the Action, without its indentation; comments inside are kept.
 *
 * @throws Error when there is none.
 */
export function stepOf(workflow: string): string {
  const lines = workflow.split('\n');
  const at = lines.findIndex((line) => ACTION.test(line));
  const start = lines.findLastIndex((line, index) => index <= at && /^\s*- /.test(line));
  if (at === -1 || start === -1) throw new Error('an example has no step that uses the Action');
  const indent = (lines[start] ?? '').search(/\S/);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.trim() !== '' && line.search(/\S/) <= indent);
  const step = [lines[start] ?? '', ...(end === -1 ? rest : rest.slice(0, end))];
  return step
    .map((line) => line.slice(indent))
    .join('\n')
    .trimEnd();
}

/** What the comment at the top of a workflow says. */
export function titleOf(workflow: string): string {
  const lines = workflow.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('#'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^# ?/, ''))
    .join(' ');
}

/** The permissions of a workflow, such as `contents: read`. */
export function permissionsOf(workflow: string): string[] {
  const { permissions = {} }: { permissions?: Record<string, string> } = parse(workflow);
  return Object.entries(permissions).map(([name, level]) => `${name}: ${level}`);
}
