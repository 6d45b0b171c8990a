import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireProcessLock } from './process-lock.ts';
import { StoreOpenError } from './store.ts';

describe('acquireProcessLock', () => {
  let directory = '';
  let path = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'milepost-lock-'));
    path = join(directory, 'data.json');
  });
  afterEach(() => rm(directory, { recursive: true }));

  /** Another process that holds the lock until it is killed. */
  async function holdElsewhere() {
    const script = `
      const { acquireProcessLock } = await import(${JSON.stringify(new URL('process-lock.ts', import.meta.url).href)});
      const lock = acquireProcessLock(${JSON.stringify(path)});
      setInterval(() => lock, 60_000);
      console.log('locked');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await once(child.stdout, 'data');
    expect(String(said)).toBe('locked\n');
    return child;
  }

  it('refuses a second holder in the same process until the first releases it', () => {
    const first = acquireProcessLock(path);
    expect(() => acquireProcessLock(path)).toThrow(StoreOpenError);
    expect(() => acquireProcessLock(path)).toThrow(`${path} is in use by another process`);
    first.release();
    first.release();
    acquireProcessLock(path).release();
  });

  it('refuses while another process holds it, and not after that was killed', async () => {
    const child = await holdElsewhere();
    expect(() => acquireProcessLock(path)).toThrow(`${path} is in use by another process`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    acquireProcessLock(path).release();
  });

  it('creates the directory and the lock for the owner only, and nothing else', async () => {
    path = join(directory, 'new', 'deeper', 'data.json');
    const lock = acquireProcessLock(path);
    expect(await readdir(join(directory, 'new', 'deeper'))).toEqual(['data.json.lock']);
    expect((await stat(join(directory, 'new'))).mode & 0o777).toBe(0o700);
    expect((await stat(`${path}.lock`)).mode & 0o777).toBe(0o600);
    lock.release();
  });

  it('says why when the directory cannot be made', async () => {
    await writeFile(join(directory, 'file'), '');
    expect(() => acquireProcessLock(join(directory, 'file', 'data.json'))).toThrow(
      /^Cannot create .*ENOTDIR/,
    );
  });

  it('does not touch a file of that name which is no lock', async () => {
    await writeFile(`${path}.lock`, 'a shopping list, long enough to be no empty database. '.repeat(20));
    expect(() => acquireProcessLock(path)).toThrow(
      `${path}.lock should be our lock file but holds something else`,
    );
    await rm(`${path}.lock`);
    await mkdir(`${path}.lock`);
    expect(() => acquireProcessLock(path)).toThrow(StoreOpenError);
  });
});
