import { cp, mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cached.ts';
import { type Environment, run } from './run.ts';
import type { Tools } from './unpack-packages.ts';

/** As the Dockerfile has it. Cannot be pulled where there is no way to a registry of images. */
export const BASE_IMAGE = 'node:24-bookworm-slim';

const CA_FILE = '/etc/ssl/certs/ca-certificates.crt';

/**
 * Makes what stands in for the base image: Debian, the Node that runs this test, npm, and the user `node`. What this
 * machine needs to reach npm's registry is in it, and nowhere else.
 *
 * @returns an archive for `docker import`.
 */
export function baseImage({ env }: Tools): Promise<string> {
  return cached(`base-${process.version}.tar`, async (archive) => {
    const root = `${archive}.root`;
    try {
      // In namespaces of its own: what debootstrap mounts goes with it.
      const alone = ['unshare', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child=KILL'];
      await run([...alone, 'debootstrap', '--variant=minbase', 'bookworm', root], env);
      await addNode(root);
      await run(['chroot', root, 'useradd', '--uid', '1000', '--create-home', 'node'], env);
      await addMachine(root);
      const excluded = ['./var/cache/apt/*', './var/lib/apt/lists/*'].map((path) => `--exclude=${path}`);
      await run(['tar', ...excluded, '-C', root, '-cf', archive, '.']);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });
}

async function addNode(root: string): Promise<void> {
  await cp(process.execPath, join(root, 'usr/local/bin/node'));
  const program = await realpath(await run(['sh', '-c', 'command -v npm'], machineOnly()));
  const target = join(root, 'usr/local/lib/node_modules/npm');
  await cp(join(program, '../..'), target, { recursive: true, dereference: true });
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name));
}

async function addMachine(root: string): Promise<void> {
  const names = ['registry', 'cafile', 'proxy', 'https-proxy'];
  const settings = await run(['npm', '--no-workspaces', 'config', 'get', ...names], machineOnly());
  const known = settings.split('\n').filter((line) => !line.startsWith('cafile=') && !line.endsWith('=null'));
  const ownCa = /^cafile=(\/.*)$/m.exec(settings)?.[1] ?? process.env['NODE_EXTRA_CA_CERTS'];
  if (ownCa !== undefined) {
    await cp(ownCa, join(root, CA_FILE), { dereference: true });
    known.push(`cafile=${CA_FILE}`);
  }
  await mkdir(join(root, 'usr/local/etc'), { recursive: true });
  await writeFile(join(root, 'usr/local/etc/npmrc'), `${known.join('\n')}\n`);
}

/** Without the project's own Node, beside which npm would look for its modules and settings. */
function machineOnly(): Environment {
  const path = (process.env['PATH'] ?? '').split(':');
  return { PATH: path.filter((directory) => !directory.includes('node_modules')).join(':') };
}
