import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cached.ts';
import { type Environment, run } from './run.ts';

/** Programs of Debian's packages, unpacked and not installed. */
export interface Tools {
  /** What makes them, and what they need, be found. */
  env: Environment;
}

const PACKAGES = ['docker.io', 'containerd', 'runc', 'iptables', 'debootstrap', 'docker-compose'];

/** Downloads and unpacks what the tests need; nothing of the system is changed. Needs apt's lists (apt-get update). */
export async function unpackPackages(): Promise<Tools> {
  const root = await cached('tools', async (path) => {
    const archives = join(path, 'archives');
    await mkdir(join(archives, 'partial'), { recursive: true });
    // With all dependencies that the system lacks, which it computes best itself.
    const download = ['--download-only', '--reinstall', '--no-install-recommends', '--yes'];
    await run(['apt-get', 'install', ...download, '-o', `Dir::Cache::Archives=${archives}`, ...PACKAGES]);
    for (const name of await readdir(archives)) {
      if (name.endsWith('.deb')) await run(['dpkg-deb', '--extract', join(archives, name), path]);
    }
    // As the packages' own scripts would have linked them.
    for (const name of ['iptables', 'ip6tables'])
      await symlink('xtables-nft-multi', join(path, 'usr/sbin', name));
  });
  const libraries = await multiarch([join(root, 'usr/lib'), join(root, 'lib')]);
  const programs = ['usr/bin', 'usr/sbin', 'sbin'].map((directory) => join(root, directory));
  return {
    env: {
      PATH: [...programs, process.env['PATH'], '/usr/sbin:/usr/bin:/sbin:/bin'].join(':'),
      LD_LIBRARY_PATH: libraries.join(':'),
      XTABLES_LIBDIR: libraries.map((directory) => join(directory, 'xtables')).join(':'),
      PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
      DEBOOTSTRAP_DIR: join(root, 'usr/share/debootstrap'),
    },
  };
}

/** Directories of libraries, such as usr/lib/x86_64-linux-gnu. */
async function multiarch(parents: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    parents.map(async (parent) => {
      const names = await readdir(parent).catch(() => []);
      return names.filter((name) => name.endsWith('-linux-gnu')).map((name) => join(parent, name));
    }),
  );
  return found.flat();
}
