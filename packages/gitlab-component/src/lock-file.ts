import { open, readFile, rm } from 'node:fs/promises';
import { UsageError } from './usage-error.ts';

/** Held while a file is used. */
export interface FileLock extends AsyncDisposable {
  /** @throws UsageError when another process has taken it over. */
  verify(): Promise<void>;
}

/**
 * Keeps a second process from the same file. The lock is a file beside it with the id of the process: that of one which
 * was killed is taken over.
 *
 * @throws UsageError when another process has it, or the file cannot be made.
 */
export async function lockFile(file: string, pid: number): Promise<FileLock> {
  const path = `${file}.lock`;
  const ownerOf = async () => Number(await readFile(path, 'utf8').catch(() => ''));
  const taken = (owner: number) =>
    new UsageError(`another process (${owner}) uses ${file}; if there is none, remove ${path}`);
  for (let tries = 0; ; tries++) {
    try {
      const opened = await open(path, 'wx', 0o600);
      await opened.writeFile(String(pid));
      await opened.close();
      return {
        async verify() {
          const owner = await ownerOf();
          if (owner !== pid) throw taken(owner);
        },
        async [Symbol.asyncDispose]() {
          if ((await ownerOf()) === pid) await rm(path, { force: true });
        },
      };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'EEXIST') throw new UsageError(`${path} cannot be written (${code})`, { cause: error });
      const owner = await ownerOf();
      // In a container the one that was killed had the same id as this one.
      if (tries > 0 || (owner !== pid && isRunning(owner))) throw taken(owner);
      await rm(path, { force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Of another user: it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
