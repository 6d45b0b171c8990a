import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import pjson from '../../emulator/package.json' with { type: 'json' };
import { ACTION_FILE, readAction } from './read-action.ts';
import { ACTION_REFERENCE, validateDocument } from './validate-document.ts';

const ROOT = join(import.meta.dirname, '../../..');
const EXAMPLES = join(ROOT, 'examples/github');
const OWN = join(ROOT, '.github/workflows');

async function workflowsIn(directory: string): Promise<string[]> {
  return (await readdir(directory))
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => join(directory, name));
}

const examples = await workflowsIn(EXAMPLES);
const own = await workflowsIn(OWN);

test.each([ACTION_FILE, ...examples, ...own])(
  "GitHub's language service finds nothing wrong with %s",
  async (path) => {
    expect(await validateDocument(path, await readFile(path, 'utf8'))).toEqual([]);
  },
);

test.each(examples)(
  '%s uses the Action, or the emulator, and asks for no permission to write',
  async (path) => {
    const text = await readFile(path, 'utf8');
    const { permissions } = parse(text);
    const used =
      basename(path) === 'emulator-service.yml'
        ? `image: milepostdev/milepost:${pjson.version}\n`
        : `uses: ${ACTION_REFERENCE}@v1\n`;

    expect(text).toContain(used);
    expect(Object.values(permissions)).toContain('read');
    expect(text).not.toContain(': write');
  },
);

test.each(own)('%s pins every action to a commit, and names its version', async (path) => {
  const uses = [...(await readFile(path, 'utf8')).matchAll(/uses: (.*)/g)].map(([, reference]) => reference);

  expect(uses.length).toBeGreaterThan(0);
  for (const reference of uses) expect(reference).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

describe('the check itself finds', () => {
  const workflow = (step: string, head = 'on: push') =>
    `${head}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - ${step.replaceAll('\n', '\n        ')}\n`;
  const report = (input: string) => `uses: ${ACTION_REFERENCE}@v1\nwith:\n  ${input}`;

  test.each([
    ['a wrong input name', workflow(report('entityId: x')), "8: Invalid action input 'entityId'"],
    [
      'a context that does not exist',
      workflow(report(`env: \${{ gihtub.sha }}`)),
      /Unrecognized named-value: 'gihtub'/,
    ],
    ['a wrong function', workflow(report(`env: \${{ toJson2(1) }}`)), /Unrecognized function: 'toJson2'/],
    [
      'a property that does not exist',
      workflow(report(`env: \${{ github.shaa }}`)),
      /Context access might be invalid: shaa/,
    ],
    ['a trigger that does not exist', workflow('run: ls', 'on: pushed'), /Unexpected value 'pushed'/],
    [
      'a permission that does not exist',
      workflow('run: ls', 'on: push\npermissions:\n  pulls: read'),
      /Unexpected value 'pulls'/,
    ],
    [
      'an input that is missing',
      workflow('uses: actions/upload-artifact@v7\nwith:\n  name: x'),
      /Missing required input `path`/,
    ],
    ['an action that nobody knows', workflow('uses: milepost-dev/milepost@v1'), /Unable to resolve action/],
  ])('%s', async (_, text, problem) => {
    expect(await validateDocument('x.yml', text)).toEqual([expect.stringMatching(problem)]);
  });

  test.each([
    ['an unknown runtime', 'using: node24', 'using: node99', /node99/],
    [
      'a context that a default cannot have',
      `\${{ job.status }}`,
      `\${{ secrets.A }}`,
      /Unrecognized named-value: 'secrets'/,
    ],
    ['an unknown key', 'author:', 'writer:', /Unexpected value 'writer'/],
    ['an unknown icon', 'icon: flag', 'icon: milestone', /milestone/],
  ])('%s in action.yml', async (_, from, to, problem) => {
    const text = await readFile(ACTION_FILE, 'utf8');

    expect(await validateDocument(ACTION_FILE, text.replace(from, to))).toContainEqual(
      expect.stringMatching(problem),
    );
  });
});

test('main and post are one bundle', async () => {
  const { runs } = await readAction();

  expect(runs).toEqual({ using: 'node24', main: 'dist/index.js', post: 'dist/index.js' });
});
