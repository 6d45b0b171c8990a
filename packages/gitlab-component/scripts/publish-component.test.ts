import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import pjson from '../package.json' with { type: 'json' };
import { problemsOf } from '../test/gitlab-schema.ts';
import { layOutComponent, publishComponent, withLinksOfProject } from './publish-component.ts';

const run = promisify(execFile);
const FILES = ['.gitlab-ci.yml', 'LICENSE.md', 'README.md', 'examples', 'templates'];

let directory: string;
let remote: string;
let env: NodeJS.ProcessEnv;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'milepost-publish-'));
  remote = join(directory, 'component.git');
  onTestFinished(() => rm(directory, { recursive: true }));
  // Nothing of the machine's own settings; and whoever publishes has a name.
  env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: join(directory, 'gitconfig') };
  await writeFile(join(directory, 'gitconfig'), '[user]\nname = Release\nemail = release@milepost.example\n');
  await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', remote], { env });
});

async function git(...args: string[]): Promise<string> {
  return (await run('git', ['-C', remote, ...args], { env })).stdout.trim();
}

test('the project has what the Catalog asks for, at its root', async () => {
  const target = join(directory, 'new/project');
  await layOutComponent(target);

  expect((await readdir(target)).sort()).toEqual(FILES);
  expect((await readdir(join(target, 'templates'))).sort()).toEqual([
    'record-deployment',
    'report-deployment',
  ]);
  const pipeline = await readFile(join(target, '.gitlab-ci.yml'), 'utf8');
  expect(await problemsOf(pipeline)).toEqual([]);
  // GitLab publishes what a job with this keyword releases, and nothing else.
  expect(pipeline).toContain('\n  release:\n    tag_name: $CI_COMMIT_TAG\n');
});

test('links lead to the project, or to the source of this version', () => {
  const source = `https://github.com/milepost-dev/milepost/blob/v${pjson.version}`;
  expect(
    withLinksOfProject(
      '[a](../../examples/gitlab/tag.yml) [b](../../LICENSE) [c](../github-action/README.md#x) [d](src/a.ts) [e](#e)',
    ),
  ).toBe(
    `[a](examples/tag.yml) [b](${source}/LICENSE) [c](${source}/packages/github-action/README.md#x) [d](${source}/packages/gitlab-component/src/a.ts) [e](#e)`,
  );
});

test('every link of the README leads somewhere in the project, or away', async () => {
  const target = join(directory, 'project');
  await layOutComponent(target);
  const readme = await readFile(join(target, 'README.md'), 'utf8');
  const relative = [...readme.matchAll(/\]\((?!https:|#)([^)#]+)/g)].map(([, path = '']) => path);

  expect(relative.length).toBeGreaterThan(0);
  for (const path of relative) expect(await readFile(join(target, path), 'utf8'), path).not.toBe('');
});

test('an empty repository gets a commit and a tag', async () => {
  const commit = await publishComponent(remote, pjson.version, env);

  expect(await git('rev-parse', 'main', `${pjson.version}^{commit}`)).toBe(`${commit}\n${commit}`);
  expect(await git('cat-file', '-t', pjson.version)).toBe('tag');
  expect((await git('ls-tree', '--name-only', 'main')).split('\n').sort()).toEqual(FILES);
});

test('a later version is a commit upon the last, without what is no more', async () => {
  const first = await publishComponent(remote, '0.0.1', env);
  const clone = join(directory, 'clone');
  await run('git', ['clone', '--quiet', remote, clone], { env });
  await writeFile(join(clone, 'old.txt'), 'of an earlier version');
  await run('git', ['-C', clone, 'add', '--all'], { env });
  await run('git', ['-C', clone, 'commit', '--quiet', '--message', 'Old'], { env });
  await run('git', ['-C', clone, 'push', '--quiet'], { env });

  const second = await publishComponent(remote, '0.0.2', env);
  expect(await git('log', '--format=%s', 'main')).toBe('Release 0.0.2\nOld\nRelease 0.0.1');
  expect(await git('diff', '--name-only', first, second)).toBe('');
  expect(await git('tag', '--list')).toBe('0.0.1\n0.0.2');
});

test('a version is published once', async () => {
  const commit = await publishComponent(remote, pjson.version, env);

  await expect(publishComponent(remote, pjson.version, env)).rejects.toThrow(
    `the tag ${pjson.version} is there already`,
  );
  expect(await git('rev-parse', 'main')).toBe(commit);
});

test('a repository that is not there is named by git', async () => {
  await expect(publishComponent(join(directory, 'nowhere.git'), pjson.version, env)).rejects.toThrow(
    /^git ls-remote: .*nowhere\.git/,
  );
});

test.each([
  [[], 'give --output DIR, or --remote URL'],
  [['--remote', '/nowhere.git'], 'git ls-remote: '],
])('the command line %j fails with what to do', async (args, message) => {
  const script = join(import.meta.dirname, 'publish-component.ts');
  await expect(run(process.execPath, [script, ...args])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`publish-component: ${message}`),
  });
});
