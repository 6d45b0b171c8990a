import { lookUpForGitHub } from '@milepost/shared/api';
import { type Fact, inputName, readGitHub } from '@milepost/shared/ci';
import { hasCredentials } from '@milepost/shared/client';
import {
  prepareEvents,
  type Report,
  type ReportLog,
  readEvents,
  readPayload,
  sendReport,
} from '@milepost/shared/report';
import { connectToGitHub } from './github-api.ts';
import type { Inputs } from './inputs.ts';

export interface Surroundings {
  /** The variables that the runner sets. */
  env: Readonly<Record<string, string | undefined>>;
  /** When main began, if the Action wraps the deployment. */
  startedAt: Fact | undefined;
  /** Milliseconds since 1970. */
  now: number;
  log: ReportLog;
  /** Keeps a secret out of every log from now on. */
  onSecret(secret: string): void;
  /** Aborted when sending is to end early. */
  signal: AbortSignal;
}

/**
 * Reports the deployment that this run is, from the inputs to what became of every event.
 *
 * @throws InvalidInputError, ClientSettingError: then nothing has been sent.
 */
export async function reportDeployment(inputs: Inputs, surroundings: Surroundings): Promise<Report> {
  const { env, startedAt, now, log, signal } = surroundings;
  const directory = env['GITHUB_WORKSPACE'] ?? '.';
  const context = readGitHub({
    env,
    payload: await readPayload(env['GITHUB_EVENT_PATH'], log),
    inputs: inputs.job,
  });
  log.debug(`facts: ${JSON.stringify({ ...context.facts, outcome: context.outcome, skip: context.skip })}`);
  if (context.withoutSecrets !== undefined && !inputs.dryRun && !hasCredentials(inputs.client)) {
    return { outcome: 'skipped', reason: context.withoutSecrets };
  }
  return await sendReport(
    inputs,
    async () =>
      prepareEvents({
        inputs: inputs.event,
        given: await readEvents(inputs.events, directory),
        context,
        startedAt,
        now,
        lookUp: async (event) =>
          inputs.detectChange && inputs.githubToken !== ''
            ? lookUpForGitHub(
                event,
                context,
                (url) => connectToGitHub(url, inputs.githubToken, signal),
                'report-at: job-end knows it without one',
              )
            : undefined,
        nameInput: inputName,
      }),
    { ...surroundings, directory, userAgent: 'milepost-github-action', nameInput: inputName },
  );
}
