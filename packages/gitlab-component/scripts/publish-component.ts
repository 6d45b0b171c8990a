import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import pjson from '../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../../..');
const PACKAGE = join(import.meta.dirname, '..');
const SOURCE = `https://github.com/milepost-dev/milepost/blob/v${pjson.version}`;
const BRANCH = 'main';
const run = promisify(execFile);

/** A version that cannot be published. */
export class PublishError extends Error {
  override readonly name = 'PublishError';
}

/**
 * Writes the component as the project that GitLab wants (docs.gitlab.com/ci/components, directory structure):
 * `templates/`, `README.md`, `LICENSE.md`, the examples, and the `.gitlab-ci.yml` that releases it.
 *
 * @param target directory; is made when there is none.
 */
export async function layOutComponent(target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  await cp(join(PACKAGE, 'templates'), join(target, 'templates'), { recursive: true });
  await cp(join(ROOT, 'examples/gitlab'), join(target, 'examples'), { recursive: true });
  await cp(join(ROOT, 'LICENSE'), join(target, 'LICENSE.md'));
  await cp(join(import.meta.dirname, 'component-pipeline.yml'), join(target, '.gitlab-ci.yml'));
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');
  await writeFile(join(target, 'README.md'), withLinksOfProject(readme));
}

/** Links to what the project has lead there, all others to the source of this version. */
export function withLinksOfProject(readme: string): string {
  return readme
    .replaceAll('](../../examples/gitlab/', '](examples/')
    .replace(/\]\((\.\.\/){2}/g, `](${SOURCE}/`)
    .replaceAll('](../', `](${SOURCE}/packages/`)
    .replace(/\]\((src\/|scripts\/|test\/|COMMAND-LINE\.md)/g, `](${SOURCE}/packages/gitlab-component/$1`);
}

/**
 * Pushes the component as a commit on `main` and a tag to a repository of its own; the pipeline of the tag makes the
 * release.
 *
 * @param remote URL or path of the repository, which may be empty. Credentials are git's own affair.
 * @param env of git.
 * @returns the commit.
 * @throws PublishError when the remote has the version already, or git refuses.
 */
export async function publishComponent(
  remote: string,
  version: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'milepost-component-'));
  const git = async (...args: string[]) => {
    try {
      return (await run('git', ['-C', directory, ...args], { env })).stdout.trim();
    } catch (error) {
      const told = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
      throw new PublishError(`git ${args[0]}: ${told}`, { cause: error });
    }
  };
  try {
    const known = await git('ls-remote', remote, `refs/tags/${version}`, `refs/heads/${BRANCH}`);
    if (known.includes(`refs/tags/${version}`)) {
      throw new PublishError(`the tag ${version} is there already: a published version never changes`);
    }
    await git('init', '--quiet', `--initial-branch=${BRANCH}`);
    if (known.includes(`refs/heads/${BRANCH}`)) {
      await git('fetch', '--quiet', remote, BRANCH);
      await git('reset', '--quiet', '--hard', 'FETCH_HEAD');
      await removeAllButGit(directory);
    }
    await layOutComponent(directory);
    await git('add', '--all');
    await git('commit', '--quiet', '--allow-empty', '--message', `Release ${version}`);
    await git('tag', '--annotate', version, '--message', `Release ${version}`);
    await git('push', '--quiet', '--atomic', remote, BRANCH, version);
    return await git('rev-parse', 'HEAD');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function removeAllButGit(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name !== '.git');
  await Promise.all(names.map((name) => rm(join(directory, name), { recursive: true })));
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { output: { type: 'string' }, remote: { type: 'string' } } });
  try {
    if (values.output !== undefined) await layOutComponent(resolve(values.output));
    else if (values.remote !== undefined)
      console.log(await publishComponent(values.remote, pjson.version, process.env));
    else throw new PublishError('give --output DIR, or --remote URL of the project to push to');
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    console.error(`publish-component: ${error.message}`);
    process.exitCode = 1;
  }
}
