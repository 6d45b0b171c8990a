import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runProcess } from '../../../github-action/test/run-process.ts';
import pjson from '../../package.json' with { type: 'json' };
import { publishComponent } from '../../scripts/publish-component.ts';

const run = promisify(execFile);
const RUNNER = fileURLToPath(import.meta.resolve('gitlab-ci-local'));
const MILEPOST = join(import.meta.dirname, '../../bin/milepost.js');
const SERVER = 'https://gitlab.example';
const COMPONENT = 'milepost-dev/milepost';
/** What gitlab-ci-local does not set, or not as GitLab does. */
const JOB = ['GITLAB_CI=true', 'CI_COMMIT_TITLE=Carts', 'CI_COMMIT_MESSAGE=Carts'];

export interface Run {
  /** Of the project, or what GitLab says of the pipeline. */
  variables?: Record<string, string>;
  /** Variables that GitLab leaves out of such a pipeline. */
  without?: string[];
  /** Jobs to run; all by default. */
  jobs?: string[];
  /** Jobs that somebody starts by hand. */
  manual?: string[];
}

export interface Pipeline extends Run {
  /** The `.gitlab-ci.yml`. */
  text: string;
  /** Further files of the repository; those that end with `.sh` can be run. */
  files?: Record<string, string>;
}

export interface PipelineEnd {
  exitCode: number | null;
  output: string;
  commit: string;
  /** Text of the artifacts of a job by their paths. */
  artifacts(job: string): Promise<Record<string, string>>;
}

/**
 * A GitLab in which the component is published at this version, in a repository of its own that pipelines clone it from.
 */
export async function startGitLab() {
  const root = await mkdtemp(join(tmpdir(), 'milepost-gitlab-'));
  const component = join(root, 'component.git');
  const bin = join(root, 'bin');
  await mkdir(bin);
  const programs = {
    milepost: `exec '${process.execPath}' '${MILEPOST}' "$@"`,
    // The registry has no such package yet; what it will bring is the same program.
    npx: `test "$1 $2" = '--yes @milepost/cli@${pjson.version}' || exit 9; shift 2; exec milepost "$@"`,
  };
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  const gitconfig = join(root, 'gitconfig');
  await writeFile(
    gitconfig,
    `[user]\nname = Ada\nemail = ada@shop.example\n[uploadpack]\nallowFilter = true\n[advice]\ndetachedHead = false\n[url "file://${component}"]\ninsteadOf = ${SERVER}/${COMPONENT}.git\n`,
  );
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: root, GIT_CONFIG_GLOBAL: gitconfig };
  const git = async (cwd: string, ...args: string[]) => (await run('git', args, { cwd, env })).stdout.trim();
  await git(root, 'init', '--quiet', '--bare', '--initial-branch=main', component);
  await publishComponent(component, pjson.version, env);
  let clones = 0;

  async function runIn(
    cwd: string,
    { variables = {}, without = [], jobs = [], manual = [] }: Run,
  ): Promise<PipelineEnd> {
    const given = [...JOB, ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)];
    const args = [
      ...['--force-shell-executor', '--shell-isolation', '--no-color'],
      ...given.flatMap((variable) => ['--variable', variable]),
      ...without.flatMap((name) => ['--unset-variable', name]),
      ...manual.flatMap((job) => ['--manual', job]),
      ...jobs,
    ];
    const end = await runProcess([RUNNER, ...args], { env, cwd, deadlineMs: 100_000 });
    return {
      exitCode: end.exitCode,
      output: `${end.stdout}\n${end.stderr}`,
      commit: await git(cwd, 'rev-parse', 'HEAD'),
      artifacts: (job) => filesIn(join(cwd, '.gitlab-ci-local/artifacts', job)),
    };
  }

  async function newClone(): Promise<string> {
    clones += 1;
    const cwd = join(root, `clone-${clones}`);
    await git(root, 'init', '--quiet', '--initial-branch=main', cwd);
    return cwd;
  }

  return {
    /** Runs the pipeline of a project `acme/shop`. */
    async pipeline({ text, files = {}, ...given }: Pipeline): Promise<PipelineEnd> {
      const cwd = await newClone();
      const all = { 'deploy.sh': '#!/bin/sh\necho deployed\n', ...files, '.gitlab-ci.yml': text };
      for (const [name, content] of Object.entries(all)) {
        await mkdir(dirname(join(cwd, name)), { recursive: true });
        await writeFile(join(cwd, name), content);
        if (name.endsWith('.sh')) await chmod(join(cwd, name), 0o755);
      }
      await git(cwd, 'add', '--all');
      await git(cwd, 'commit', '--quiet', '--message', 'Carts');
      await git(cwd, 'remote', 'add', 'origin', `${SERVER}/acme/shop.git`);
      await git(cwd, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
      // gitlab-ci-local copies the two components here at the same time, and fails when both make the directory.
      const copies = `includes/gitlab.example/${COMPONENT}/${pjson.version}/templates`;
      await mkdir(join(cwd, '.gitlab-ci-local', copies), { recursive: true });
      return await runIn(cwd, given);
    },
    /** Runs the pipeline of the component's own project, at the version that was published. */
    async ownPipeline(given: Run): Promise<PipelineEnd> {
      const cwd = await newClone();
      await git(cwd, 'fetch', '--quiet', component, pjson.version);
      await git(cwd, 'reset', '--quiet', '--hard', 'FETCH_HEAD');
      // Another name than the one that is cloned from, so that it stays an address of the server.
      await git(cwd, 'remote', 'add', 'origin', `${SERVER}/acme/component.git`);
      await git(cwd, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
      return await runIn(cwd, given);
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

async function filesIn(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(
    paths.map(async (path) => [path.slice(directory.length + 1), await readFile(path, 'utf8')] as const),
  );
  return Object.fromEntries(texts);
}
