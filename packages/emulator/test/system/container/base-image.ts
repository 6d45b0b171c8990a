import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cached } from './cached.ts';
import { type Environment, run } from './run.ts';
import type { Engine } from './start-engine.ts';
import type { Tools } from './unpack-packages.ts';

/** As the Dockerfile has them. They cannot be pulled where there is no way to a registry of images. */
export const DEBIAN_IMAGE = 'debian:bookworm-slim';
const NODE_IMAGE = 'node:24-bookworm-slim';

const CA_FILE = '/etc/ssl/certs/ca-certificates.crt';
/** What `slim` leaves out below /usr/share, also of what is installed later: debuerreotype's slimify. */
const LEFT_OUT = ['doc', 'groff', 'info', 'linda', 'lintian', 'locale', 'man'];
const KEPT = ['copyright', 'locale.alias'];

/** Gives the engine what stands in for the base images: Debian, and Debian with this test's Node, npm and user. */
export async function addBaseImages(tools: Tools, { docker }: Engine): Promise<void> {
  await docker('import', '--change', 'CMD ["bash"]', await debianArchive(tools), DEBIAN_IMAGE);
  const context = await mkdtemp(join(tmpdir(), 'milepost-node-'));
  try {
    const root = join(context, 'root');
    await addNode(root);
    await addMachine(root);
    const lines = [`FROM ${DEBIAN_IMAGE}`, 'COPY root /', 'RUN useradd --uid 1000 --create-home node'];
    await writeFile(join(context, 'Dockerfile'), lines.join('\n'));
    await docker('build', '--network', 'none', '--tag', NODE_IMAGE, context);
  } finally {
    await rm(context, { recursive: true, force: true });
  }
}

/** Makes an archive of Debian as its image has it. */
export function debianArchive({ env }: Tools): Promise<string> {
  return cached('debian-bookworm-slim.tar', async (archive) => {
    const root = `${archive}.root`;
    try {
      // In namespaces of its own: what debootstrap mounts goes with it.
      const alone = ['unshare', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child=KILL'];
      await run([...alone, 'debootstrap', '--variant=minbase', 'bookworm', root], env);
      const rules = [
        ...LEFT_OUT.map((name) => `path-exclude /usr/share/${name}/*`),
        ...KEPT.map((name) => `path-include /usr/share/*/${name}`),
      ];
      await writeFile(join(root, 'etc/dpkg/dpkg.cfg.d/docker'), `${rules.join('\n')}\n`);
      const share = join(root, 'usr/share');
      const all = ['-regextype', 'posix-extended', '-regex', `${share}/(${LEFT_OUT.join('|')})/.*`];
      const kept = KEPT.flatMap((name) => ['!', '-name', name]);
      await run(['find', share, ...all, '!', '-type', 'd', ...kept, '-delete']);
      await run(['find', share, ...all, '-type', 'd', '-empty', '-delete']);
      const excluded = ['./var/cache/apt/*', './var/lib/apt/lists/*', './var/log/*', './dev/*'];
      await run(['tar', ...excluded.map((path) => `--exclude=${path}`), '-C', root, '-cf', archive, '.']);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });
}

async function addNode(root: string): Promise<void> {
  await cp(process.execPath, join(root, 'usr/local/bin/node'));
  const packageOfNode = join(await realpath(process.execPath), '../..');
  await cp(join(packageOfNode, 'LICENSE'), join(root, 'usr/local/LICENSE'));
  const program = await realpath(await run(['sh', '-c', 'command -v npm'], machineOnly()));
  const target = join(root, 'usr/local/lib/node_modules/npm');
  await cp(join(program, '../..'), target, { recursive: true, dereference: true });
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name));
}

/** What this machine needs to reach npm's registry: only where things are built, so never in the image itself. */
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
