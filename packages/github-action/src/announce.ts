import type * as Core from '@actions/core';
import type { FailOn } from './inputs.ts';
import { harmless, type Log } from './log.ts';
import { type Report, redactReport } from './report.ts';
import { headlineOf, summaryOf } from './summary.ts';

/** GitHub takes outputs of up to 1 MiB; what is longer would fail the step. */
const LONGEST_OUTPUT = 1_000_000;

/** Tells the run's result in every way that GitHub has: outputs, log, annotations, summary, exit code. */
export async function announce(
  report: Report,
  {
    core,
    log,
    failOn,
    redact,
  }: { core: typeof Core; log: Log; failOn: FailOn; redact(text: string): string },
): Promise<void> {
  // Before anything is cut or escaped: half a secret, or one in other letters, would not be found any more.
  const clean = redactReport(report, redact);
  writeOutputs(outputsOf(clean), core, log);
  annotate(clean, log);
  await writeSummary(summaryOf(clean), core, log);
  if (clean.fault === undefined) return;
  const fails = failOn === 'any' || (failOn === 'client-error' && clean.fault === 'client');
  if (fails) core.setFailed(harmless(clean.reason));
  else log.warning(clean.reason);
}

/** What cannot be written must not hide what was reported. */
function writeOutputs(outputs: Record<string, string>, core: typeof Core, log: Log): void {
  try {
    for (const [name, value] of Object.entries(outputs)) {
      if (Buffer.byteLength(value) <= LONGEST_OUTPUT) core.setOutput(name, value);
      else log.warning(`The output ${name} is left empty: it has more than ${LONGEST_OUTPUT} bytes.`);
    }
  } catch (error) {
    log.warning(`The outputs cannot be written: ${String(error)}`);
  }
}

/** The outputs by name, as action.yml describes them. */
export function outputsOf({ outcome, reason, prepared, result }: Report): Record<string, string> {
  const fates = result?.fates ?? [];
  const ids = fates.flatMap((fate) => (fate.state === 'accepted' ? [fate.stored.id] : []));
  return {
    outcome,
    reason,
    'event-ids': JSON.stringify(ids),
    accepted: String(ids.length),
    rejected: String(fates.filter(({ state }) => state === 'rejected').length),
    payload: prepared ? JSON.stringify({ events: prepared.events }) : '',
    response: responseOf(result?.answers ?? []),
  };
}

/** What the service answered, as one body: of several 201s the lists are joined; without one the last refusal. */
function responseOf(answers: readonly { status: number; body: unknown }[]): string {
  const success: unknown[] = [];
  const failures: unknown[] = [];
  for (const { status, body } of answers) {
    if (status !== 201) continue;
    success.push(...listIn(body, 'success'));
    failures.push(...listIn(body, 'failures'));
  }
  if (success.length + failures.length > 0) return JSON.stringify({ success, failures });
  const last = answers.at(-1);
  return last ? (JSON.stringify(last.body) ?? '') : '';
}

function listIn(body: unknown, name: string): unknown[] {
  const list: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return Array.isArray(list) ? list : [];
}

function annotate(report: Report, log: Log): void {
  const { outcome, reason, prepared, result, undeliveredFile } = report;
  for (const note of prepared?.notes ?? []) log.info(note);
  if (outcome === 'skipped' && !report.dryRun) log.notice(`No deployment reported: ${reason}`);
  for (const { field, costs } of prepared?.missing ?? []) {
    const why = prepared?.gaps.find(({ fields }) => fields.some((one) => one === field))?.reason;
    log.warning(`${costs}${why === undefined ? '' : ` (${why})`}`);
  }
  for (const [index, fate] of (result?.fates ?? []).entries()) {
    const label = `events[${index}] ${fate.event.entityId ?? fate.event.type}`;
    if (fate.state === 'accepted') log.info(`${label}: stored as ${fate.stored.id}`);
    else if (fate.state === 'rejected') log.info(`${label}: rejected: ${fate.reason}`);
    else log.info(`${label}: not delivered`);
  }
  if (undeliveredFile !== undefined) log.info(`What was not delivered is kept in ${undeliveredFile}`);
  log.info(`${headlineOf(report)}.`);
}

async function writeSummary(html: string, core: typeof Core, log: Log): Promise<void> {
  try {
    await core.summary.addRaw(html, true).write();
  } catch (error) {
    // An older runner has none, and a full disk must not hide what was reported.
    log.debug(`no job summary: ${String(error)}`);
  }
}
