import { InvalidInputError, readOther, readOutcome } from '@milepost/shared/ci';
import type { Ci, Reading } from './ci.ts';

/** Any other CI system, as far as `env-ci` knows it, or a shell. */
export async function openOther({ get, machine, log }: Reading): Promise<Ci> {
  const { env, cwd } = machine;
  const status = get('job-status');
  if (status !== '' && readOutcome(status) === undefined) {
    throw new InvalidInputError(
      'job-status',
      `nobody knows the word '${status}'; say it by --status success or --status failed`,
    );
  }
  const { default: envCi } = await import('env-ci');
  const context = readOther(env, envCi({ env, cwd }), status);
  log.debug(`CI: ${context.provider}`);
  return { deployments: async () => [{ context, lookUp: async () => undefined }], close: () => {} };
}
