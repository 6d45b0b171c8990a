import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import pjson from '../package.json' with { type: 'json' };
import { reportFlags } from '../src/report/report-flags.ts';
import { checkIncludes, problemOf } from './check-includes.ts';
import { problemsOf } from './gitlab-schema.ts';
import { readExamples, readTemplate } from './read-templates.ts';

const templates = {
  'record-deployment': await readTemplate('record-deployment'),
  'report-deployment': await readTemplate('report-deployment'),
};
const report = templates['report-deployment'];
const examples = await readExamples();
const OF_THE_JOB = ['job-name', 'stage', 'image', 'git-strategy'];

describe.each(Object.entries(templates))('the template %s', (_, { text, spec, jobs }) => {
  const inputs = Object.entries(spec.inputs);
  const [body = ''] = text.split('\n---\n').slice(1);

  test('is what the schema of GitLab allows', async () => {
    expect(await problemsOf(text)).toEqual([]);
  });

  test('says of each input its type, a default that it would take itself, and what it is for', () => {
    for (const [name, input] of inputs) {
      expect(input, name).toMatchObject({
        type: expect.any(String),
        description: expect.stringMatching(/\.|`$/),
      });
      expect(problemOf(input, input.default), name).toBeUndefined();
      // GitLab refuses other keys; its schema does not.
      expect(['type', 'default', 'description', 'options', 'regex'], name).toEqual(
        expect.arrayContaining(Object.keys(input)),
      );
    }
  });

  test('uses each input once, and no other', () => {
    const used = [...body.matchAll(/\$\[\[\s*inputs\.([\w-]+)/g)].map(([, name]) => name);

    expect(used.filter((name) => name !== 'undelivered-file').sort()).toEqual(
      inputs
        .map(([name]) => name)
        .filter((name) => name !== 'undelivered-file')
        .sort(),
    );
  });

  test('puts no input into a script, where it could be run', () => {
    for (const { script = [], before_script = [], after_script = [] } of Object.values(jobs)) {
      expect([...before_script, ...script, ...after_script].join('\n')).not.toMatch(/\$\[\[|\$\{\{/);
    }
  });
});

describe('the inputs of report-deployment', () => {
  test("are the Action's, without what only GitHub knows", async () => {
    const file = join(import.meta.dirname, '../../github-action/action.yml');
    const action: { inputs: Record<string, { default?: string }> } = parse(await readFile(file, 'utf8'));
    const onlyGitHub = ['job-status', 'matrix', 'check-run-id', 'github-token', 'report-at'];
    const shared = Object.keys(action.inputs).filter((name) => !onlyGitHub.includes(name));

    expect(Object.keys(report.spec.inputs).sort()).toEqual([...shared, 'gitlab-token', ...OF_THE_JOB].sort());
    for (const name of shared.filter((name) => name !== 'undelivered-file')) {
      expect(String(report.spec.inputs[name]?.default), name).toBe(action.inputs[name]?.default ?? '');
    }
  });

  test('reach the program as variables that are flags of its', () => {
    const { variables = {} } = Object.values(report.jobs)[0] ?? {};
    const names = Object.keys(variables).filter((name) => name !== 'GIT_STRATEGY');
    const flags = names.map((name) =>
      name
        .replace(/^MILEPOST_INPUT_/, '')
        .toLowerCase()
        .replaceAll('_', '-'),
    );

    expect(Object.keys(reportFlags)).toEqual(expect.arrayContaining(flags));
    for (const name of Object.keys(report.spec.inputs).filter((name) => !OF_THE_JOB.includes(name))) {
      expect(flags).toContain(name);
    }
  });
});

test('the report runs in the image of the same version', () => {
  expect(report.spec.inputs['image']?.default).toBe(`milepostdev/milepost:${pjson.version}`);
});

describe.each([...examples])('examples/gitlab/%s', (_, text) => {
  test('is what the schema of GitLab allows', async () => {
    expect(await problemsOf(text)).toEqual([]);
  });

  test('includes the components at this version, with inputs that they have', () => {
    expect(checkIncludes(text, templates, pjson.version)).toEqual([]);
    for (const [, version] of text.matchAll(/@milepost\/cli@(\S+)/g)) expect(version).toBe(pjson.version);
  });

  test('has images of ours at this version only', () => {
    for (const [, version] of text.matchAll(/milepostdev\/milepost:(\S+)/g))
      expect(version).toBe(pjson.version);
  });

  test('begins with what it is for', () => {
    expect(text).toMatch(/^# [A-Z]/);
  });
});

describe('the checks themselves find', () => {
  test.each([
    ['a type that no input has', ['type: boolean', 'type: bool'], '/spec/inputs/detect-change/type'],
    ['a default of another type', ['default: 60', "default: '60'"], '/spec/inputs/timeout/default'],
    ['a key that no header has', ['  inputs:\n', '  input:\n'], '/spec must NOT have additional properties'],
    ['a key that no job has', ['  when: always\n  var', '  if: always\n  var'], 'job-name'],
    ['a when that GitLab does not know', ['when: always\n  var', 'when: ever\n  var'], '/when'],
    ['a script that is none', ['script:\n', 'script: {}\n  x:\n'], '/script'],
    ['a report of an unknown kind', ['dotenv: milepost.env', 'dotnet: milepost.env'], '/artifacts/reports'],
    ['what is not YAML', ['script:\n', 'script: [\n'], 'Flow sequence'],
  ] as const)('%s', async (_, [from, to], problem) => {
    expect(report.text).toContain(from);
    const problems = await problemsOf(report.text.replaceAll(from, to));
    expect(problems.join('\n')).toContain(problem);
  });

  const include = (component: string, inputs = '') =>
    `include:\n  - component: $CI_SERVER_FQDN/milepost-dev/milepost/${component}\n    inputs: {${inputs}}\n`;
  test.each([
    ['an unknown component', include('record@1.0.0'), /^component .*record@1\.0\.0: there is none$/],
    ['another version', include('report-deployment@1'), /not at 1\.0\.0$/],
    ['an unknown input', include('report-deployment@1.0.0', 'entity: a'), /^input entity: there is none$/],
    ['a wrong type', include('report-deployment@1.0.0', 'timeout: "60"'), /^input timeout: not a number$/],
    [
      'a wrong word',
      include('report-deployment@1.0.0', 'fail-on: all'),
      /^input fail-on: not one of client-error,/,
    ],
    [
      'a wrong text',
      include('report-deployment@1.0.0', 'base-url: x.example'),
      /^input base-url: does not match/,
    ],
  ])('%s', (_, text, problem) => {
    expect(checkIncludes(text, templates, '1.0.0')).toEqual([expect.stringMatching(problem)]);
  });
});
