import { readFile } from 'node:fs/promises';
import type { Event } from '@milepost/shared';
import { lookUpChange } from '@milepost/shared/api';
import { type Fact, type Found, type GitHubContext, inputName, readGitHub } from '@milepost/shared/ci';
import { hasCredentials } from '@milepost/shared/client';
import { prepareEvents, type Report, type ReportLog, readEvents, sendReport } from '@milepost/shared/report';
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
        lookUp: (event) => lookUp(event, inputs, context, signal),
        nameInput: inputName,
      }),
    { ...surroundings, directory, userAgent: 'milepost-github-action', nameInput: inputName },
  );
}

const LOOKED_UP = [
  'change_id',
  'change_url',
  'change_title',
  'change_author',
  'change_approver',
  'deployment_start_time',
] as const;

/** Undefined when there is nothing to ask, or nobody. */
async function lookUp(
  { attributes = {} }: Event,
  { detectChange, githubToken }: Inputs,
  { repository, apiUrl, pullRequest, jobId, isFresh }: GitHubContext,
  signal: AbortSignal,
): Promise<Found | undefined> {
  if (!detectChange || githubToken === '' || !repository || !apiUrl) return undefined;
  const fields = new Set(LOOKED_UP.filter((field) => attributes[field] === undefined));
  if (fields.size === 0) return undefined;
  const api = connectToGitHub(apiUrl, githubToken, signal);
  const { owner, name: repo } = repository;
  const commit = attributes['build_commit_sha'];
  const sha = typeof commit === 'string' ? commit : undefined;
  const startHint = 'report-at: job-end knows it without one';
  return await lookUpChange(api, { owner, repo, sha, pullRequest, jobId, isFresh, fields, startHint });
}

/** The event that started the workflow. Without it less is known, and what is said is still true. */
async function readPayload(path: string | undefined, log: ReportLog): Promise<unknown> {
  if (!path) return undefined;
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    // Without the parser's words, which quote the text.
    const why = error instanceof SyntaxError ? 'it is not JSON' : String(error);
    log.warning(`The payload of the event cannot be read, so less is known of the deployment: ${why}.`);
    return undefined;
  }
}
