import { spawn } from 'node:child_process';
import { until, within } from './system/until.ts';

/** Runs a program until it has printed something, and ends it in order when the test is over. */
export async function wait(
  program: string,
  args: string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));

  async function stop(): Promise<void> {
    child.kill('SIGTERM');
    await within('the end of the program', 15_000, exited);
  }

  try {
    await until('its first words', 30_000, () => {
      if (child.exitCode !== null) throw new Error(`it ended: ${stderr}`);
      return stdout.endsWith('\n');
    });
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return { stdout: () => stdout, stderr: () => stderr, [Symbol.asyncDispose]: stop };
}
