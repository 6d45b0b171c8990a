import type { ReportLog } from './log.ts';
import type { FailOn } from './read-inputs.ts';
import { headlineOf, type Report } from './report.ts';

/** Tells a report line by line: notes, what is missing, what became of each event, how it ended. */
export function tellReport(report: Report, log: ReportLog): void {
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

/** Whether a report fails the step or the program that made it. */
export function fails({ fault }: Report, failOn: FailOn): boolean {
  return fault !== undefined && (failOn === 'any' || (failOn === 'client-error' && fault === 'client'));
}
