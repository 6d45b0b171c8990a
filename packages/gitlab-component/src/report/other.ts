import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type CiContext, type DetectedCi, readOther } from '@milepost/shared/ci';
import type { Ci, Reading } from './ci.ts';
import { jobOutcome } from './job-outcome.ts';

const run = promisify(execFile);

/** Any other CI system, as far as `env-ci` knows it, or a shell. @throws InvalidInputError */
export async function openOther(reading: Reading): Promise<Ci> {
  const { get, machine, log } = reading;
  const outcome = jobOutcome(get);
  const detected = await detect(reading);
  const read = readOther(machine.env, detected, await messageOf(detected.commit, machine.cwd), '');
  const context: CiContext = outcome ? { ...read, outcome } : read;
  log.debug(`CI: ${context.provider}`);
  return { deployments: async () => [{ context, lookUp: async () => undefined }], close: () => {} };
}

/** Where variables are missing that the CI system always has, the library stumbles. */
async function detect({ machine: { env, cwd }, log }: Reading): Promise<DetectedCi> {
  const { default: envCi } = await import('env-ci');
  try {
    return envCi({ env, cwd });
  } catch (error) {
    log.warning(`What this CI system tells cannot be read: ${String(error)}`);
    return {};
  }
}

/** Where a change id may stand; empty when git does not tell. */
async function messageOf(commit: string | undefined, cwd: string): Promise<string> {
  if (commit === undefined || !/^[0-9a-f]{7,64}$/i.test(commit)) return '';
  const { stdout } = await run('git', ['log', '-1', '--format=%B', commit], { cwd }).catch(() => ({
    stdout: '',
  }));
  return stdout.trim();
}
