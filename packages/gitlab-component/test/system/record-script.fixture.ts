import { execFile } from 'node:child_process';
import { readTemplate } from '../read-templates.ts';

/** A shell that a user's image may have, and nothing besides: its PATH has only what busybox brings along. */
export interface Shell {
  name: string;
  command: string[];
}

export const SHELLS: Shell[] = [
  { name: 'dash', command: ['/bin/dash'] },
  { name: 'busybox sh', command: ['/bin/busybox', 'sh'] },
];

/** The script that a deploying job runs when it is over. */
export async function recordScript(): Promise<string> {
  const { jobs } = await readTemplate('record-deployment');
  return Object.values(jobs)
    .flatMap(({ after_script = [] }) => after_script)
    .join('\n');
}

/**
 * Runs a script as GitLab's runner does in `after_script`: errors end it, and it has the job's variables only.
 *
 * @param path directory with the programs that the image has.
 */
export async function runScript(
  { command: [program = '', ...args] }: Shell,
  script: string,
  { cwd, env, path }: { cwd: string; env: Record<string, string>; path: string },
): Promise<{ exitCode: number; output: string }> {
  return await new Promise((resolve) => {
    const options = { cwd, env: { ...env, PATH: path }, timeout: 10_000 };
    execFile(program, [...args, '-e', '-c', script], options, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });
}
