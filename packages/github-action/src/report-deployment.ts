import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Fact, readGitHub } from '@milepost/shared/ci';
import {
  appendUndelivered,
  clientOptionsOf,
  createClient,
  hasCredentials,
  type SendResult,
} from '@milepost/shared/client';
import { validateEvents } from '@milepost/shared/validation';
import type { Inputs } from './inputs.ts';
import type { Log } from './log.ts';
import { prepareEvents } from './prepare.ts';
import { type Prepared, type Report, reportOf } from './report.ts';

export interface Surroundings {
  /** The variables that the runner sets. */
  env: Readonly<Record<string, string | undefined>>;
  /** When main began, if the Action wraps the deployment. */
  startedAt: Fact | undefined;
  /** Milliseconds since 1970. */
  now: number;
  log: Log;
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
  const workspace = env['GITHUB_WORKSPACE'] ?? '.';
  const context = readGitHub({
    env,
    payload: await readPayload(env['GITHUB_EVENT_PATH'], log),
    inputs: inputs.job,
  });
  log.debug(`facts: ${JSON.stringify({ ...context.facts, outcome: context.outcome, skip: context.skip })}`);
  if (context.withoutSecrets !== undefined && !inputs.dryRun && !hasCredentials(inputs.client)) {
    return { outcome: 'skipped', reason: context.withoutSecrets };
  }
  // Made before GitHub is asked, since it refuses settings that cannot work.
  const client = inputs.dryRun ? undefined : connect(inputs, surroundings);
  const prepared = await prepareEvents({ inputs, context, startedAt, now, workspace, signal });
  if ('skip' in prepared) return { outcome: 'skipped', reason: prepared.skip };
  log.debug(`events: ${JSON.stringify(prepared.events)}`);
  if (!client) return checkOnly(prepared);

  const result = await client.send(prepared.events);
  const report = reportOf(prepared, result);
  const file = await keepUndelivered(
    result,
    resolve(workspace, inputs.undeliveredFile),
    inputs.undeliveredFile,
    log,
  );
  return file === undefined ? report : { ...report, undeliveredFile: file };
}

function connect(inputs: Inputs, { env, log, onSecret, signal }: Surroundings) {
  return createClient({
    ...clientOptionsOf(inputs.client),
    env,
    userAgent: 'milepost-github-action',
    onSecret,
    signal,
    onNotice: ({ kind, message }) => (kind === 'deprecated' ? log.notice(message) : log.info(message)),
  });
}

function checkOnly(prepared: Prepared): Report {
  const dryRun = validateEvents(prepared.events);
  const { length } = dryRun.errors;
  if (length === 0) return { outcome: 'skipped', reason: 'Dry run: nothing was sent.', prepared, dryRun };
  const first = dryRun.errors.slice(0, 3).map(({ path, msg }) => `${path}: ${msg}`);
  const problems = [...first, ...(length > 3 ? [`and ${length - 3} more`] : [])].join('; ');
  return {
    outcome: 'rejected',
    reason: `Dry run: the service would refuse it: ${problems}`,
    fault: 'client',
    prepared,
    dryRun,
  };
}

/** Answers the path, when there was something to keep, and it was kept. */
async function keepUndelivered(
  { undelivered }: SendResult,
  path: string,
  given: string,
  log: Log,
): Promise<string | undefined> {
  if (undelivered.length === 0 || given === '') return undefined;
  try {
    await appendUndelivered(path, undelivered);
    return path;
  } catch (error) {
    log.warning(`undelivered-file: what was not delivered could not be kept: ${String(error)}`);
    return undefined;
  }
}

/** The event that started the workflow. Without it less is known, and what is said is still true. */
async function readPayload(path: string | undefined, log: Log): Promise<unknown> {
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
