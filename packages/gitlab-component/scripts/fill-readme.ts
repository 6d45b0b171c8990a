import { code, fillMarkers, table } from '../../github-action/scripts/markdown.ts';
import { titleOf } from '../../github-action/scripts/read-example.ts';
import type { Template, TemplateInput } from '../test/read-templates.ts';

/** What README.md is filled with. */
export interface ReadmeParts {
  /** By name. */
  templates: Readonly<Record<string, Pick<Template, 'spec'>>>;
  /** Text of each file under examples/gitlab by its name. */
  examples: ReadonlyMap<string, string>;
}

/**
 * Puts what is written elsewhere between the markers `<!-- begin NAME -->` and `<!-- end NAME -->` of a README. NAME is
 * `inputs TEMPLATE`, `examples` (a table of them) or `file X.yml` (the whole example).
 *
 * @throws Error for a marker that means nothing.
 */
export function fillReadme(readme: string, parts: ReadmeParts): string {
  return fillMarkers(readme, (name) => contentOf(name, parts));
}

function contentOf(name: string, { templates, examples }: ReadmeParts): string {
  if (name === 'examples') return examplesTable(examples);
  const [kind, of = ''] = name.split(' ');
  const template = templates[of];
  const example = examples.get(of);
  if (kind === 'inputs' && template) return inputsTable(template.spec.inputs);
  if (kind === 'file' && example !== undefined) return `\`\`\`yaml\n${example.trimEnd()}\n\`\`\``;
  throw new Error(`README: nothing is called '${name}'`);
}

function inputsTable(inputs: Template['spec']['inputs']): string {
  const rows = Object.entries(inputs).map(([name, input]) => [
    code(name),
    input.description,
    allowed(input),
    input.default === '' ? '' : code(String(input.default)),
  ]);
  return table(['Input', 'Meaning', 'Values', 'Default'], rows);
}

function allowed({ type, options }: TemplateInput): string {
  if (options) return options.map(code).join(', ');
  return type === 'boolean' ? '`true`, `false`' : type;
}

function examplesTable(examples: ReadonlyMap<string, string>): string {
  const rows = [...examples].map(([name, text]) => [
    `[${name}](../../examples/gitlab/${name})`,
    titleOf(text),
  ]);
  return table(['File', 'For'], rows);
}
