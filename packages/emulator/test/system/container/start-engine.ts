import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { until } from '../until.ts';
import { type Environment, run } from './run.ts';
import type { Tools } from './unpack-packages.ts';

/** A Docker engine of the test's own: nothing of it is left when it has ended, however it ended. */
export interface Engine {
  /** Runs the client and answers what it printed to standard output; throws when it fails. */
  docker(...args: string[]): Promise<string>;
  /** For other programs that talk to the engine, such as docker-compose. */
  env: Environment;
  /** What a command must begin with to see the engine's network, where ports are published. */
  inNetwork: string[];
  /** Ends with everything that it ran killed, and its mounts gone. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Namespaces of its own: with their first process, the kernel ends all others in them, and drops mounts and devices. */
const ALONE = ['unshare', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child=KILL'];
const NO_NETWORK = ['--bridge=none', '--iptables=false', '--ip-forward=false', '--ip-masq=false'];
const CGROUPS = '/sys/fs/cgroup';
const START_DEADLINE = 60_000;

/**
 * Starts an engine, as root.
 *
 * @param options.directory of its data: another engine may be started on it when this one has ended.
 * @param options.network `host`: containers have the machine's or none (`--network host`, `none`); `own`: a network
 * without a way out, in which it publishes ports.
 */
export async function startEngine(
  { env: tools }: Tools,
  { directory, network }: { directory: string; network: 'host' | 'own' },
): Promise<Engine> {
  const env = { ...tools, DOCKER_HOST: `unix://${join(directory, 'docker.sock')}` };
  const cgroup = basename(directory);
  const command = [
    ...['setpriv', '--pdeathsig', 'KILL', ...ALONE, ...(network === 'own' ? ['--net'] : [])],
    ...['sh', '-c', `${network === 'own' ? 'ip link set lo up && ' : ''}exec docker-init -- "$@"`, 'sh'],
    ...['dockerd', `--host=${env.DOCKER_HOST}`, `--data-root=${join(directory, 'data')}`],
    ...[`--exec-root=${join(directory, 'exec')}`, `--pidfile=${join(directory, 'pid')}`],
    ...[`--cgroup-parent=/${cgroup}`, '--oom-score-adjust=0', ...(network === 'host' ? NO_NETWORK : [])],
  ];
  const [program = '', ...args] = command;
  // Of an engine before it, whose process ids mean nothing here.
  for (const name of ['exec', 'pid']) await rm(join(directory, name), { recursive: true, force: true });
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = `${log}${text}`.slice(-4000);
  });
  const init = await until('the first process of the engine', START_DEADLINE, () => firstChild(child));

  async function dispose(): Promise<void> {
    child.kill('SIGKILL');
    // The kernel lets it go when all others of its namespace have gone.
    await until('the end of the engine', START_DEADLINE, () => !existsSync(`/proc/${init}`));
    await removeCgroups(cgroup);
  }

  try {
    await until('the engine', START_DEADLINE, async () => {
      if (child.exitCode !== null) throw new Error('it has ended');
      return run(['docker', 'info'], env).then(
        () => true,
        () => false,
      );
    });
  } catch (error) {
    await dispose();
    throw new Error(`the Docker engine does not start; is this root? ${log}`, { cause: error });
  }
  return {
    docker: (...words) => run(['docker', ...words], env),
    env,
    inNetwork: network === 'own' ? ['nsenter', `--net=/proc/${init}/ns/net`] : [],
    [Symbol.asyncDispose]: dispose,
  };
}

async function firstChild({ pid, exitCode }: ChildProcess): Promise<number | undefined> {
  if (pid === undefined || exitCode !== null) throw new Error('the engine needs root and util-linux');
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return Number.parseInt(children, 10) || undefined;
}

/** The engine leaves its groups behind: below each hierarchy, or below the only one. */
async function removeCgroups(name: string): Promise<void> {
  const hierarchies = ['.', ...(await readdir(CGROUPS))].map((hierarchy) => join(CGROUPS, hierarchy, name));
  for (const path of hierarchies) {
    if (existsSync(path)) await run(['find', path, '-depth', '-type', 'd', '-delete']);
  }
}
