import type { Action } from '../test/read-action.ts';
import { code, fillMarkers, table } from './markdown.ts';
import { permissionsOf, stepOf, titleOf } from './read-example.ts';

/** What README.md is filled with. */
export interface ReadmeParts {
  action: Action;
  /** Text of each file under examples/github by its name. */
  examples: ReadonlyMap<string, string>;
}

/**
 * Puts what is written elsewhere between the markers `<!-- begin NAME -->` and `<!-- end NAME -->` of a README. NAME is
 * `inputs`, `outputs`, `examples` (a table of them), `file X.yml` (the whole example) or `step X.yml` (its step that
 * uses the Action).
 *
 * @throws Error for a marker that means nothing.
 */
export function fillReadme(readme: string, parts: ReadmeParts): string {
  return fillMarkers(readme, (name) => contentOf(name, parts));
}

function contentOf(name: string, { action, examples }: ReadmeParts): string {
  if (name === 'inputs') return inputsTable(action.inputs);
  if (name === 'outputs') return outputsTable(action.outputs);
  if (name === 'examples') return examplesTable(examples);
  const [kind, file = ''] = name.split(' ');
  const text = examples.get(file);
  if (text === undefined || (kind !== 'file' && kind !== 'step'))
    throw new Error(`README: nothing is called '${name}'`);
  return `\`\`\`yaml\n${(kind === 'file' ? text : stepOf(text)).trimEnd()}\n\`\`\``;
}

function inputsTable(inputs: Action['inputs']): string {
  const rows = Object.entries(inputs).map(([name, { description, default: value }]) => [
    code(name),
    description,
    value === undefined || value === '' ? '' : code(value),
  ]);
  return table(['Input', 'Meaning', 'Default'], rows);
}

function outputsTable(outputs: Action['outputs']): string {
  return table(
    ['Output', 'Meaning'],
    Object.entries(outputs).map(([name, { description }]) => [code(name), description]),
  );
}

function examplesTable(examples: ReadonlyMap<string, string>): string {
  const rows = [...examples].map(([name, text]) => [
    `[${name}](../../examples/github/${name})`,
    titleOf(text),
    permissionsOf(text).map(code).join(', '),
  ]);
  return table(['File', 'For', 'Permissions'], rows);
}
