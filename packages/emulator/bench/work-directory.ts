import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './statistics.ts';

const FILE_SYSTEMS: Readonly<Record<number, string>> = {
  61267: 'ext4',
  1481003842: 'xfs',
  2435016766: 'btrfs',
  801189825: 'zfs',
  2035054128: 'overlayfs',
  16914836: 'tmpfs',
};

/**
 * Makes a directory that goes with the benchmark, on a disk: in memory an fsync costs nothing, and the figures
 * would mean nothing.
 */
export function makeWorkDirectory(): string {
  const parent = fileSystemOf(tmpdir()) === 'tmpfs' ? '/var/tmp' : tmpdir();
  const directory = mkdtempSync(join(parent, 'milepost-bench-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export function fileSystemOf(path: string): string {
  const { type } = statfsSync(path);
  return FILE_SYSTEMS[type] ?? `file system 0x${type.toString(16)}`;
}

/** What it costs there to have 4 KiB on disk: the median of 100 fdatasyncs, in milliseconds. */
export function syncCost(directory: string): number {
  const path = join(directory, 'sync-cost');
  const file = openSync(path, 'w');
  const times = Array.from({ length: 100 }, () => {
    writeSync(file, Buffer.alloc(4096, 1));
    const start = performance.now();
    fdatasyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  rmSync(path);
  return median(times);
}
