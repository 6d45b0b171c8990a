import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A process of the benchmark, which ends no later than the benchmark itself. */
export interface Child {
  pid: number;
  /** Its first line on standard output; rejects when it ends before. */
  firstLine: Promise<string>;
  /** Asks it to end, and everything that it has started; resolves when it has. */
  stop(): Promise<void>;
  /** Waits for its own end; rejects when it fails. */
  ended(): Promise<void>;
}

export interface ChildOptions {
  /** Where its standard error goes; to the benchmark's own by default. */
  stderrFile?: string;
}

const running = new Set<ChildProcess>();

/** Starts a program. Its standard input stays open until the benchmark ends, however that ends. */
export function startChild(command: readonly string[], { stderrFile }: ChildOptions = {}): Child {
  if (running.size === 0) stopChildrenAtExit();
  const [program = '', ...args] = command;
  const stderr = stderrFile === undefined ? 'inherit' : openSync(stderrFile, 'a');
  // A group of its own: strace, for one, does not pass a signal on to what it has started.
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', stderr], detached: true });
  if (typeof stderr === 'number') closeSync(stderr);
  running.add(child);
  const exit = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code;
  });
  exit.catch(() => {});
  if (!child.pid) throw new Error(`${program} cannot be started`);
  const ended = async () => {
    const code = await exit;
    if (code === 0) return;
    const lastWords = stderrFile === undefined ? '' : readFileSync(stderrFile, 'utf8').slice(-2000);
    throw new Error(`${command.join(' ')} ended with ${code}\n${lastWords}`);
  };
  const firstLine = Promise.race([
    readFirstLine(child),
    ended().then(() => Promise.reject(new Error(`${command.join(' ')} said nothing`))),
  ]);
  firstLine.catch(() => {});
  return {
    pid: child.pid,
    firstLine,
    ended,
    async stop() {
      killGroup(child, 'SIGTERM');
      const deadline = setTimeout(() => killGroup(child, 'SIGKILL'), 15_000);
      await exit;
      clearTimeout(deadline);
    },
  };
}

async function readFirstLine({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('no standard output');
  const [line] = await once(createInterface(stdout), 'line');
  return String(line);
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}

let prepared = false;

function stopChildrenAtExit(): void {
  if (prepared) return;
  prepared = true;
  process.on('exit', () => {
    for (const child of running) killGroup(child, 'SIGKILL');
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
}
