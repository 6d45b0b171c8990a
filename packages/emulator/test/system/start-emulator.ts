import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { until, within } from './until.ts';

const BIN = fileURLToPath(new URL('../../bin/milepost-emulator.js', import.meta.url));
const START_DEADLINE = 60_000;

export interface EmulatorOptions {
  /** Of `start`: `['--store', 'memory:']`. `--json`, no rate limit and any free port are added. */
  args: string[];
  /** A command that runs the emulator in its own process: `['strace', '-D', …]`. */
  prefix?: readonly string[];
  /** A script that is run in the emulator's place. */
  program?: string;
  /** Besides the environment of the test. */
  env?: Record<string, string>;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface EmulatorProcess {
  pid: number;
  stdout(): string;
  stderr(): string;
  kill(signal: NodeJS.Signals): void;
  exited: Promise<Exit>;
  hasExited(): boolean;
  /** kill -9, and waits for the end. */
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Emulator extends EmulatorProcess {
  url: string;
  apiKey: string;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Runs `milepost-emulator start` as a user would, and does not wait. */
export function spawnEmulator({ args, prefix = [], program = BIN, env }: EmulatorOptions): EmulatorProcess {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const start = ['start', ...port, '--no-rate-limit', '--json', ...args];
  const [command = process.execPath, ...rest] = [...prefix, process.execPath, program, ...start];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  running.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = `${stderr}${text}`.slice(-100_000);
  });
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal });
    });
  });
  // Whoever waits is told; nobody has to.
  exited.catch(() => running.delete(child));

  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    kill: (signal) => child.kill(signal),
    exited,
    hasExited: () => !running.has(child),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Runs the emulator and waits for its ready line. */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const emulator = spawnEmulator(options);
  try {
    const line = await until('the ready line', START_DEADLINE, () => {
      if (emulator.hasExited()) throw new Error(`the emulator ended before it was ready`);
      const [first, rest] = emulator.stdout().split('\n');
      return rest === undefined ? undefined : first;
    });
    return { ...emulator, ...readyLine(line) };
  } catch (error) {
    await emulator[Symbol.asyncDispose]();
    throw new Error(`${options.args.join(' ')} does not start: ${emulator.stderr()}`, { cause: error });
  }
}

/** Throws, with the end of the log, when the server is gone. For a condition that is waited for. */
export function mustBeUp(emulator: EmulatorProcess): void {
  if (emulator.hasExited()) throw new Error(`the server has crashed: ${emulator.stderr().slice(-4000)}`);
}

/** SIGTERM, and the exit code once it has ended. */
export async function stopEmulator(emulator: EmulatorProcess): Promise<number | null> {
  emulator.kill('SIGTERM');
  const { code } = await within('the stop', 15_000, emulator.exited);
  return code;
}

function readyLine(line = ''): { url: string; apiKey: string } {
  const ready: unknown = JSON.parse(line);
  if (typeof ready !== 'object' || ready === null) throw new Error(`no ready line: ${line}`);
  if (!('url' in ready && typeof ready.url === 'string')) throw new Error(`no url in ${line}`);
  if (!('apiKey' in ready && typeof ready.apiKey === 'string')) throw new Error(`no apiKey in ${line}`);
  return { url: ready.url, apiKey: ready.apiKey };
}
