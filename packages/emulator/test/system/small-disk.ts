import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.ts';

/** A real file system with little room. */
export interface SmallDisk {
  /** Its directory, as a program that runs under `prefix` sees it. */
  path: string;
  /** What a command must begin with to see the disk: nothing for root. */
  prefix: string[];
  /** Takes all room but about this many bytes, with a file. */
  fill(leave: number): void;
  /** Removes that file. */
  clear(): void;
  free(): number;
  /** Ends with the disk unmounted. */
  [Symbol.dispose](): void;
}

const isRoot = process.getuid?.() === 0;

/** Mounts a tmpfs: as root for all to see, otherwise in a namespace of its own. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const path = mkdtempSync(join(tmpdir(), 'milepost-disk-'));
  const mount = ['mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path] as const;
  const holder = isRoot ? undefined : await holdNamespace(mount);
  if (!holder) execFileSync(mount[0], mount.slice(1));
  // A namespace's files are reached through the process that holds it.
  const outside = holder ? `/proc/${holder.pid}/root${path}` : path;
  const filler = join(outside, 'filler');

  return {
    path,
    prefix: holder ? ['nsenter', '-t', String(holder.pid), '-U', '-m', '--preserve-credentials', '--'] : [],
    fill(leave) {
      const file = openSync(filler, 'a');
      try {
        for (let room = freeBytes(outside) - leave; room > 0; room = freeBytes(outside) - leave) {
          if (writeSync(file, Buffer.alloc(Math.min(room, 1 << 20), 'x')) === 0) return;
        }
      } catch (error) {
        // Somebody else was faster: full is what was asked for.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        closeSync(file);
      }
    },
    clear: () => rmSync(filler, { force: true }),
    free: () => freeBytes(outside),
    [Symbol.dispose]() {
      // With its last process, the namespace and its mount are gone.
      if (holder) holder.kill('SIGKILL');
      // Lazily: a process that is just ending may still be in it.
      else execFileSync('umount', ['--lazy', path]);
      rmdirSync(path);
    },
  };
}

function freeBytes(path: string): number {
  const { bfree, bsize } = statfsSync(path);
  return bfree * bsize;
}

async function holdNamespace(mount: readonly string[]): Promise<ChildProcess> {
  const script = '"$@" && echo mounted && exec sleep infinity';
  const holder = spawn('unshare', ['-rm', 'sh', '-c', script, 'sh', ...mount], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => holder.kill('SIGKILL'));
  let mounted = false;
  holder.stdout.once('data', () => {
    mounted = true;
  });
  await until('the mount in a namespace', 10_000, () => {
    if (holder.exitCode !== null) throw new Error('a small disk needs root, or unprivileged user namespaces');
    return mounted;
  });
  return holder;
}
