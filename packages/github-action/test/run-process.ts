import { spawn } from 'node:child_process';

/** How a process ended. */
export interface ProcessEnd {
  /** Null when it was killed. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
  /** From start to end. */
  milliseconds: number;
}

/** A signal to a process at a certain moment. */
export interface Interruption {
  signal: NodeJS.Signals;
  /** Is asked until it is true. */
  when(): boolean;
}

/**
 * Runs Node with these arguments and nothing but this environment.
 *
 * @throws Error when it has not ended by the deadline; it is killed then.
 */
export async function runProcess(
  args: readonly string[],
  {
    env,
    cwd,
    deadlineMs,
    interrupt,
    stdin,
  }: {
    env: Record<string, string>;
    cwd: string;
    deadlineMs: number;
    interrupt?: Interruption | undefined;
    stdin?: string | undefined;
  },
): Promise<ProcessEnd> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  // It may have ended before it read anything.
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const chunks: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] };
  child.stdout.on('data', (chunk: Buffer) => chunks.stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.stderr.push(chunk));
  let late = false;
  const deadline = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, deadlineMs);
  const watch = setInterval(() => {
    if (!interrupt?.when()) return;
    child.kill(interrupt.signal);
    clearInterval(watch);
  }, 20);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(() => {
    clearTimeout(deadline);
    clearInterval(watch);
  });
  const stdout = Buffer.concat(chunks.stdout).toString('utf8');
  const stderr = Buffer.concat(chunks.stderr).toString('utf8');
  if (late) throw new Error(`killed after ${deadlineMs} ms\nstdout:\n${stdout}\nstderr:\n${stderr}`);
  return { exitCode, stdout, stderr, milliseconds: performance.now() - start };
}
