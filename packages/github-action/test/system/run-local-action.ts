import { access, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runProcess } from '../run-process.ts';

const PACKAGE = join(import.meta.dirname, '../..');
const INSTALLED = join(import.meta.dirname, '../local-action/node_modules');
const DEPENDENCIES = join(PACKAGE, '../../node_modules');
const ENTRY = join('test', 'system', 'local-action-entry.ts');

export interface LocalActionRun {
  stdout: string;
  /** As the tool prints them at its end. */
  outputs: Record<string, string>;
  summary: string;
}

/**
 * Runs the Action's sources, main and then post, by `@github/local-action`. The Action is laid out as a repository of
 * its own, since the tool does not find the dependencies of a workspace.
 *
 * @param variables what a runner would set: `INPUT_…`, `GITHUB_…`.
 */
export async function runLocalAction(variables: Record<string, string>): Promise<LocalActionRun> {
  await access(INSTALLED).catch(() => {
    throw new Error('run first: npm ci --prefix packages/github-action/test/local-action');
  });
  const root = await mkdtemp(join(tmpdir(), 'milepost-local-action-'));
  try {
    await layOut(root);
    const summary = join(root, 'summary.md');
    await writeFile(summary, '');
    await writeFile(join(root, '.env'), dotenvOf({ ...variables, GITHUB_STEP_SUMMARY: summary }));
    const tool = join(INSTALLED, '@github/local-action/bin/local-action.js');
    const env = {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: root,
      // `@milepost/shared` from its sources, as in all tests.
      NODE_OPTIONS: '--conditions=milepost-source',
      NO_COLOR: '1',
    };
    const args = [tool, 'run', '.', ENTRY, '.env', '--post', ENTRY];
    const end = await runProcess(args, { env, cwd: root, deadlineMs: 100_000 });
    if (end.exitCode !== 0) throw new Error(`local-action failed\n${end.stdout}\n${end.stderr}`);
    return {
      stdout: end.stdout,
      outputs: outputsIn(end.stdout),
      summary: await readFile(summary, 'utf8'),
    };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function layOut(root: string): Promise<void> {
  const manifest = {
    name: 'action',
    version: '1.0.0',
    type: 'module',
    dependencies: { '@actions/core': '*' },
  };
  await writeFile(join(root, 'package.json'), JSON.stringify(manifest));
  for (const part of ['action.yml', 'src', ENTRY]) {
    await cp(join(PACKAGE, part), join(root, part), { recursive: true });
  }
  const modules = join(root, 'node_modules');
  for (const scope of ['@actions', '@milepost', '.bin'])
    await mkdir(join(modules, scope), { recursive: true });
  // A copy, because the tool replaces the module by its path, and Node knows a link by the path that it leads to.
  await cp(join(DEPENDENCIES, '@actions/core'), join(modules, '@actions/core'), { recursive: true });
  for (const name of ['@actions/exec', '@actions/http-client', '@actions/io', '@milepost/shared']) {
    await symlink(join(DEPENDENCIES, name), join(modules, name));
  }
  await symlink(join(INSTALLED, 'tsx/dist/cli.mjs'), join(modules, '.bin/tsx'));
}

/** Not in the environment: the tool starts a shell, which drops variables with a hyphen. */
function dotenvOf(variables: Record<string, string>): string {
  return Object.entries(variables)
    .map(([name, value]) => {
      if (value.includes("'"))
        throw new Error(`the value of ${name} has a quote, which a .env file cannot have`);
      return `${name}='${value}'\n`;
    })
    .join('');
}

function outputsIn(stdout: string): Record<string, string> {
  const lines = stdout.matchAll(/^::set-output name=([\w-]+)::(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}
