import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { CommitRecord } from '../store/repo-port.ts';
import { cleanEnvironment, makeRepository } from './git-repository.fixture.ts';
import { type HistoryOptions, readHistory } from './read-history.ts';

/** A directory for repositories and mirrors, also the HOME of every git in it; removed after all tests of the file. */
export async function openScene() {
  const home = await mkdtemp(join(tmpdir(), 'milepost-history-'));
  afterAll(() => rm(home, { recursive: true, force: true }));
  let count = 0;
  const unused = (kind: string) => join(home, `${kind}-${count++}`);

  function optionsFor(path: string, changes: Partial<HistoryOptions> = {}): HistoryOptions {
    const location = { url: null, path };
    return { location, mirror: unused('mirror'), tokens: new Map(), env: cleanEnvironment(home), ...changes };
  }

  return {
    home,
    unused,
    optionsFor,

    /** A PATH where git is a script that runs these lines of sh first. */
    async wrapGit(lines: string): Promise<string> {
      const bin = unused('bin');
      await mkdir(bin);
      const script = `#!/bin/sh\n${lines}\nPATH=\${PATH#*:}\nexec git "$@"\n`;
      await writeFile(join(bin, 'git'), script, { mode: 0o755 });
      return `${bin}:${process.env['PATH']}`;
    },

    /** A repository with a mirror: reads what is new, in the order of delivery. */
    repository(format?: string, changes?: Partial<HistoryOptions>) {
      const repository = makeRepository(unused('repository'), home, format);
      const options = optionsFor(repository.directory, changes);
      const read = async () => (await readAll(options)).shas;
      return { ...repository, options, read };
    },
  };
}

/** Reads and gathers. */
export async function readAll(options: HistoryOptions) {
  const commits: CommitRecord[] = [];
  const batches: number[] = [];
  const result = await readHistory(options, async (batch) => {
    batches.push(batch.length);
    commits.push(...batch);
  });
  return { ...result, delivered: commits, shas: commits.map(({ sha }) => sha), batches };
}

/** What a reading that must fail says. */
export function messageOf(reading: Promise<unknown>): Promise<string> {
  return reading.then(
    () => 'it did not fail',
    (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
  );
}
