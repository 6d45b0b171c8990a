import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Where a new version of the file is written before it takes the old one's place. */
export function temporaryPath(path: string): string {
  return `${path}.writing`;
}

/**
 * Replaces the file by one with this text, readable by its owner only. Whoever reads it, and whatever
 * happens meanwhile, finds the old file or the new one, whole. When it resolves, the new one is on disk.
 *
 * It rejects with the old file in place, save for one case that no program can mend: when the disk fails
 * (EIO) while the directory is flushed, the new file stands where the old one was, until the next write.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = temporaryPath(path);
  // Opened first: what cannot be opened cannot be flushed, and then nothing should be replaced.
  await using directory = await open(dirname(path), 'r');
  await rm(temporary, { force: true });
  try {
    await writePrivateFile(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    // What it leaves behind, if even this fails, is removed by the next write.
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  await directory.sync();
}

/** `wx`: never through a link that somebody else has put there. */
async function writePrivateFile(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(text);
  await file.sync();
}
