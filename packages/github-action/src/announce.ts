import type * as Core from '@actions/core';
import {
  type FailOn,
  fails,
  harmless,
  outputsOf,
  type Report,
  type ReportLog,
  redactReport,
  tellReport,
} from '@milepost/shared/report';
import { summaryOf } from './summary.ts';

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
  }: { core: typeof Core; log: ReportLog; failOn: FailOn; redact(text: string): string },
): Promise<void> {
  // Before anything is cut or escaped: half a secret, or one in other letters, would not be found any more.
  const clean = redactReport(report, redact);
  writeOutputs(outputsOf(clean), core, log);
  tellReport(clean, log);
  await writeSummary(summaryOf(clean), core, log);
  if (clean.fault === undefined) return;
  if (fails(clean, failOn)) core.setFailed(harmless(clean.reason));
  else log.warning(clean.reason);
}

/** What cannot be written must not hide what was reported. */
function writeOutputs(outputs: Record<string, string>, core: typeof Core, log: ReportLog): void {
  try {
    for (const [name, value] of Object.entries(outputs)) {
      if (Buffer.byteLength(value) <= LONGEST_OUTPUT) core.setOutput(name, value);
      else log.warning(`The output ${name} is left empty: it has more than ${LONGEST_OUTPUT} bytes.`);
    }
  } catch (error) {
    log.warning(`The outputs cannot be written: ${String(error)}`);
  }
}

async function writeSummary(html: string, core: typeof Core, log: ReportLog): Promise<void> {
  try {
    await core.summary.addRaw(html, true).write();
  } catch (error) {
    // An older runner has none, and a full disk must not hide what was reported.
    log.debug(`no job summary: ${String(error)}`);
  }
}
