import type * as Core from '@actions/core';
import { buildEvent, inputName } from '@milepost/shared/ci';
import { clientOptionsOf, createClient, createRedactor, hasCredentials } from '@milepost/shared/client';
import {
  type FailOn,
  type GetInput,
  type Report,
  type ReportLog,
  readFailOn,
  refusalOf,
} from '@milepost/shared/report';
import { announce } from './announce.ts';
import { readInputs, readReportAt, SECRET_INPUTS } from './inputs.ts';
import { createLog } from './log.ts';
import { reportDeployment } from './report-deployment.ts';

/** What the Action gets from the machine that it runs on. */
export interface Machine {
  core: typeof Core;
  env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Aborted when the step is to end. */
  signal: AbortSignal;
}

const IS_POST = 'is-post';
const STARTED_AT = 'started-at';

/**
 * Runs main, or post when main has run: both are this bundle. With `report-at: job-end` main only notes when the
 * deployment began, and post reports.
 */
export async function run({ core, env, now, signal }: Machine): Promise<void> {
  const get: GetInput = (name) => core.getInput(name);
  const redactor = createRedactor(SECRET_INPUTS.map(get));
  const onSecret = (secret: string) => {
    core.setSecret(secret);
    redactor.add(secret);
  };
  for (const name of SECRET_INPUTS) if (get(name) !== '') core.setSecret(get(name));
  const isPost = core.getState(IS_POST) !== '';
  const log = createLog(core, redactor.redact);
  const tell = (report: Report, failOn: FailOn) =>
    announce(report, { core, log, failOn, redact: redactor.redact });
  try {
    core.saveState(IS_POST, 'true');
  } catch (error) {
    // Sent now it would be sent by post, too, which could not know of it.
    const reason = `The runner's state cannot be written, so nothing was sent: ${String(error)}`;
    await tell(
      { outcome: 'undelivered', reason, fault: 'outage' },
      readOr(() => readFailOn(get), 'client-error'),
    );
    return;
  }

  if (!isPost && isLater(get)) {
    core.saveState(STARTED_AT, new Date(now()).toISOString());
    warnEarly(get, log);
    return;
  }
  const startedAt = core.getState(STARTED_AT);
  if (isPost && startedAt === '') return;

  const { failOn, report } = await attempt(get, log, async () =>
    reportDeployment(readInputs(get), {
      env,
      now: now(),
      startedAt: startedAt === '' ? undefined : { value: startedAt, source: 'the start of this step' },
      log,
      onSecret,
      signal,
    }),
  );
  await tell(report, failOn);
}

/** A wrong word counts as later: the step may stand before the deployment, which must go on. Post tells of it. */
function isLater(get: GetInput): boolean {
  return readOr(() => readReportAt(get), 'job-end') === 'job-end';
}

function readOr<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Of a wrong input it is better to hear before the deployment; but the deployment must go on. */
function warnEarly(get: GetInput, log: ReportLog): void {
  try {
    readFailOn(get);
    const inputs = readInputs(get);
    if (!inputs.dryRun && hasCredentials(inputs.client)) createClient(clientOptionsOf(inputs.client));
    // Of nothing known: only the inputs themselves are checked.
    buildEvent({ provider: '', facts: {}, fallbacks: {}, changeTexts: [] }, inputs.event, 0);
  } catch (error) {
    log.warning(`At the end of the job nothing will be reported: ${refusalOf(error, inputName).reason}`);
  }
}

async function attempt(
  get: GetInput,
  log: ReportLog,
  report: () => Promise<Report>,
): Promise<{ failOn: FailOn; report: Report }> {
  let failOn: FailOn = 'client-error';
  try {
    failOn = readFailOn(get);
    return { failOn, report: await report() };
  } catch (error) {
    if (error instanceof Error) log.debug(error.stack ?? error.message);
    return { failOn, report: refusalOf(error, inputName) };
  }
}
