import { type ChildProcess, spawn } from 'node:child_process';
import { clearTimeout, setTimeout } from 'node:timers';
import { GitError, type GitFailure } from './git-error.ts';

/** Characters of stderr that are kept, from its end. */
const STDERR_KEPT = 8192;
/** Milliseconds between asking git to stop, which lets it remove its lock files, and killing it. */
const PATIENCE = 5000;

export interface GitProcess {
  env: Readonly<Record<string, string | undefined>>;
  /** What it reads from stdin; nothing when left out. */
  input?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds without a word on stderr after which it is stopped; for ever when left out. */
  silence?: number | undefined;
}

/**
 * Runs git and hands on what it writes to stdout, as quickly as it is taken. It is stopped when nobody takes more.
 *
 * node:child_process and not simple-git: that one gathers the whole output before it answers (a million commits are
 * half a gigabyte), and neither feeds stdin nor stops the processes that git has started.
 *
 * @throws GitError when git is not there, fails or is stopped.
 */
export async function* runGit(args: readonly string[], options: GitProcess): AsyncGenerator<Buffer> {
  const { env, input = '', signal, silence } = options;
  if (signal?.aborted) throw new GitError('aborted', '', { cause: signal.reason });
  // In a session of its own: ssh finds no terminal to ask at, and what git starts can be stopped with it.
  const child = spawn('git', args, { env, stdio: 'pipe', detached: true });
  const closed = endOf(child);
  let failure: GitFailure = 'failed';
  let stderr = '';
  function stop(why: GitFailure): void {
    failure = why;
    terminate(child, closed);
  }
  const onAbort = () => stop('aborted');
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = silence === undefined ? undefined : setTimeout(() => stop('silent'), silence);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    timer?.refresh();
    stderr = (stderr + text).slice(-STDERR_KEPT);
  });
  // git may end before it has read all; how it ended says why.
  child.stdin.on('error', () => {}).end(input);
  try {
    yield* child.stdout;
    const end = await closed;
    if (end instanceof Error) throw new GitError('missing', end.message, { cause: end });
    if (end !== 0) throw new GitError(failure, stderr);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    if (isRunning(child)) terminate(child, closed);
    await closed;
  }
}

/** The whole output of git as text. */
export async function readGit(args: readonly string[], options: GitProcess): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of runGit(args, options)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Its exit code, null when a signal ended it, or why it could not be started. */
function endOf(child: ChildProcess): Promise<number | null | Error> {
  return new Promise((resolve) => {
    child.on('error', resolve).on('close', resolve);
  });
}

function isRunning({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

function terminate(child: ChildProcess, closed: Promise<unknown>): void {
  signalGroup(child, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), PATIENCE);
  closed.then(() => clearTimeout(timer));
}

/** Signals git and all that it has started. */
function signalGroup({ pid }: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (pid !== undefined) process.kill(-pid, name);
  } catch {
    // All of them have ended meanwhile.
  }
}
