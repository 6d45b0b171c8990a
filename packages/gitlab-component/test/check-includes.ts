import { parse } from 'yaml';
import type { Template, TemplateInput } from './read-templates.ts';

interface Include {
  component?: string;
  inputs?: Record<string, unknown>;
}

/**
 * What is wrong with the components that a `.gitlab-ci.yml` includes, as GitLab would refuse it when the pipeline is
 * made (gitlab-ci-local does not): a line for each problem.
 *
 * @param templates by name.
 * @param version that each component must be included at.
 */
export function checkIncludes(
  text: string,
  templates: Readonly<Record<string, Template>>,
  version: string,
): string[] {
  const { include = [] }: { include?: Include[] } = parse(text, { logLevel: 'error' });
  return include.flatMap(({ component = '', inputs = {} }) => {
    const [, name = '', at] =
      /^\$CI_SERVER_FQDN\/milepost-dev\/milepost\/([\w-]+)@(.*)$/.exec(component) ?? [];
    const template = templates[name];
    if (!template) return [`component ${component}: there is none`];
    const problems = Object.entries(inputs).flatMap(([input, value]) => {
      const declared = template.spec.inputs[input];
      const problem = declared ? problemOf(declared, value) : 'there is none';
      return problem === undefined ? [] : [`input ${input}: ${problem}`];
    });
    return at === version ? problems : [`component ${component}: not at ${version}`, ...problems];
  });
}

/** What GitLab would say of a value, the default included; undefined when it is right. */
export function problemOf({ type, options, regex }: TemplateInput, value: unknown): string | undefined {
  if (typeof value !== type) return `not a ${type}`;
  if (options && !options.includes(String(value))) return `not one of ${options.join(', ')}`;
  return regex !== undefined && !new RegExp(regex).test(String(value))
    ? `does not match ${regex}`
    : undefined;
}
