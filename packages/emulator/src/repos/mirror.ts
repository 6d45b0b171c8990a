import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gitEnvironment, gitOptions } from './git-environment.ts';
import { GitError } from './git-error.ts';
import type { GitSource } from './git-source.ts';
import { LOG_FORMAT, parseLog } from './parse-log.ts';
import { requireDirectory } from './require-directory.ts';
import { readGit, runGit } from './run-git.ts';

/** A bare mirror of one source. All methods throw GitError, and Node's errors of files. */
export type Mirror = ReturnType<typeof createMirror>;

export type ObjectFormat = 'sha1' | 'sha256';

interface MirrorOptions {
  directory: string;
  source: GitSource;
  env: Readonly<Record<string, string | undefined>>;
  signal?: AbortSignal | undefined;
  /** Milliseconds. */
  silence: number;
}

/** Has to stand before --stdin: it holds for what is read after it. */
const IGNORE_MISSING = '--ignore-missing';
const REFS = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];

export function createMirror({ directory, source, env, signal, silence }: MirrorOptions) {
  const options = { env: gitEnvironment(env, source), signal };
  const args = (...of: string[]) => [...gitOptions(directory, source), ...of];

  /** Those whose parents are missing: what a shallow source has given. */
  async function shallow(): Promise<string[]> {
    const path = join(directory, 'shallow');
    return existsSync(path) ? linesOf(await readFile(path, 'utf8')).sort() : [];
  }

  /** Of the commits at the boundary of a shallow mirror, as they stand in the commits themselves. */
  async function realParents(): Promise<Map<string, string[]>> {
    const parents = new Map<string, string[]>();
    const boundary = await shallow();
    if (boundary.length === 0) return parents;
    const flags = ['--no-walk=unsorted', IGNORE_MISSING, '--stdin', '--format=raw', '--no-show-signature'];
    const output = await readGit(args('log', ...flags), { ...options, input: boundary.join('\n') });
    let last: string[] = [];
    // Lines of messages begin with a space.
    for (const line of linesOf(output)) {
      const [name, sha = ''] = line.split(' ', 2);
      if (name === 'parent') last.push(sha);
      if (name !== 'commit') continue;
      last = [];
      parents.set(sha, last);
    }
    return parents;
  }

  return {
    directory,
    shallow,

    /** Makes it, unless it is there. */
    async make(format: ObjectFormat): Promise<void> {
      if (existsSync(join(directory, 'HEAD'))) return;
      await mkdir(directory, { recursive: true, mode: 0o700 });
      // Without the machine's template: it may hold hooks.
      await readGit(args('init', '--quiet', '--bare', '--template=', `--object-format=${format}`), options);
    },

    /** Brings all branches and tags; those that the source has no longer go. */
    async fetch(): Promise<void> {
      if (source.isPath) await requireDirectory(source.address);
      await removeUnfinishedPacks(directory);
      const isShallow = (await shallow()).length > 0;
      const flags = [
        '--prune',
        '--no-tags',
        '--progress',
        '--no-write-fetch-head',
        '--no-recurse-submodules',
      ];
      // As deep as the source is: without the second one what lies below an old boundary would never come.
      flags.push('--no-auto-maintenance', '--update-shallow', ...(isShallow ? ['--unshallow'] : []));
      await readGit(args('fetch', ...flags, '--', source.address, ...REFS), { ...options, silence });
    },

    /** What all branches and tags point at, tag objects as they are. */
    async tips(): Promise<string[]> {
      const shas = linesOf(await readGit(args('for-each-ref', '--format=%(objectname)'), options));
      return [...new Set(shas)].sort();
    },

    /** The commits that no one of `known` reaches, parents before children. Those of `known` may be gone. */
    async *log(known: readonly string[]) {
      const flags = ['--all', IGNORE_MISSING, '--stdin', '--topo-order', '--reverse', '-z', '--no-patch'];
      flags.push('--no-show-signature', '--encoding=UTF-8', `--format=tformat:${LOG_FORMAT}`);
      const input = known.map((sha) => `^${sha}\n`).join('');
      yield* parseLog(runGit(args('log', ...flags), { ...options, input }), await realParents());
    },

    /** Whether all its commits can be walked. */
    async isSound(): Promise<boolean> {
      try {
        await readGit(args('rev-list', '--all', '--count'), options);
        return true;
      } catch (error) {
        if (error instanceof GitError && error.failure === 'failed') return false;
        throw error;
      }
    },

    /** Packs anew what many fetches have left, when git thinks it worth while. That it fails harms nothing. */
    async tidy(): Promise<void> {
      await readGit(args('-c', 'gc.autoDetach=false', 'gc', '--auto', '--quiet'), {
        ...options,
        silence,
      }).catch(() => {});
    },

    async remove(): Promise<void> {
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A fetch that was killed leaves its part of a pack, which may be gigabytes; git keeps it for two weeks. */
async function removeUnfinishedPacks(directory: string): Promise<void> {
  const packs = join(directory, 'objects', 'pack');
  for (const name of existsSync(packs) ? await readdir(packs) : []) {
    if (name.startsWith('tmp_')) await rm(join(packs, name));
  }
}

function linesOf(text: string): string[] {
  return text.split('\n').filter(Boolean);
}
