import { lstat, mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A file or directory that takes long to make and stays between runs.
 *
 * @param name of it; whatever changes what is in it belongs to the name.
 * @param make makes it at the path that it is given, where there is nothing yet.
 */
export async function cached(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const directory = await cacheDirectory();
  const path = join(directory, name);
  if (await exists(path)) return path;
  const unfinished = `${path}.${process.pid}`;
  try {
    await make(unfinished);
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return path;
}

async function cacheDirectory(): Promise<string> {
  const directory = join(tmpdir(), 'milepost-container-tests');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { uid } = await lstat(directory);
  // What is in there is run as root.
  if (uid !== process.getuid?.())
    throw new Error(`${directory} belongs to somebody else (${uid}): remove it`);
  return directory;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
