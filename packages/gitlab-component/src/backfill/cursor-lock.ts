import { open, readFile, rm } from 'node:fs/promises';
import { UsageError } from '../usage-error.ts';

/**
 * Keeps a second backfill from the same cursor. The lock is a file with the id of the process: that of one which was
 * killed is taken over.
 *
 * @throws UsageError when another process has it.
 */
export async function lockCursor(cursorFile: string, pid: number): Promise<AsyncDisposable> {
  const path = `${cursorFile}.lock`;
  for (let tries = 0; ; tries++) {
    try {
      const file = await open(path, 'wx', 0o600);
      await file.writeFile(String(pid));
      await file.close();
      return { [Symbol.asyncDispose]: () => rm(path, { force: true }) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const owner = Number(await readFile(path, 'utf8').catch(() => ''));
      if (tries > 0 || isRunning(owner)) {
        throw new UsageError(
          `--cursor: another backfill (process ${owner}) uses ${cursorFile}; if there is none, remove ${path}`,
        );
      }
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
