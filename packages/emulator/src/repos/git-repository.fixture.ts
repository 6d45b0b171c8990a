import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Seconds since 1970 of the first commit; each later one of a repository is a minute younger. */
export const FIRST_COMMIT = 1_700_000_000;

/** Nothing of the machine's own git configuration. */
export function cleanEnvironment(home: string): Record<string, string | undefined> {
  return { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
}

/** A real repository, made with git's plumbing: commits of any shape without a work tree. */
export function makeRepository(directory: string, home: string, format = 'sha1') {
  mkdirSync(directory, { recursive: true });
  const author = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com' };
  const committer = { GIT_COMMITTER_NAME: 'Bob', GIT_COMMITTER_EMAIL: 'bob@example.com' };
  let seconds = FIRST_COMMIT;

  function git(args: readonly string[], input: string | Uint8Array = ''): string {
    const date = `${seconds} +0200`;
    const env = {
      ...cleanEnvironment(home),
      ...author,
      ...committer,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    };
    const options = { cwd: directory, env, input, stdio: 'pipe', maxBuffer: 2 ** 28 } as const;
    return execFileSync('git', args, options).toString().trim();
  }
  git(['init', '--quiet', '--bare', `--object-format=${format}`, '--initial-branch=main', '.']);
  const tree = git(['mktree']);

  return {
    directory,
    git,
    tree,

    commit(message: string | Uint8Array, ...parents: string[]): string {
      seconds += 60;
      return git(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])], message);
    },

    /** A line of so many commits on top of another one; the last. */
    line(length: number, parent?: string): string {
      let last = parent;
      for (let n = 0; n < length; n++) last = this.commit(`line ${n}`, ...(last ? [last] : []));
      return last ?? '';
    },

    /** A commit as it stands here, however odd. */
    raw(content: string | Uint8Array): string {
      return git(['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'], content);
    },

    branch(name: string, sha: string): void {
      git(['update-ref', `refs/heads/${name}`, sha]);
    },

    removeBranch(name: string): void {
      git(['update-ref', '-d', `refs/heads/${name}`]);
    },

    /** Annotated. */
    tag(name: string, sha: string): void {
      git(['tag', '-a', '-m', name, name, sha]);
    },

    /** All that branches and tags reach. */
    reachable(): string[] {
      return git(['rev-list', '--all']).split('\n').sort();
    },

    /** A bare clone of it, as shallow as asked. */
    clone(name: string, ...flags: string[]): string {
      const path = join(home, name);
      git(['clone', '--quiet', '--bare', ...flags, `file://${directory}`, path]);
      return path;
    },
  };
}
