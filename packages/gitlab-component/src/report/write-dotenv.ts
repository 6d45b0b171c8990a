import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { harmless, outputsOf, type Report, type ReportLog } from '@milepost/shared/report';
import type { Machine } from '../machine.ts';

/** GitLab refuses a dotenv report of more than 5 KiB; a runner's administrator may set less. */
const LONGEST_IDS = 4000;
const LONGEST_REASON = 500;

/**
 * Writes the outcome as variables for later jobs (GitLab: artifacts:reports:dotenv). What cannot be written must not
 * hide what was reported.
 */
export async function writeDotenv(
  path: string,
  report: Report,
  { cwd }: Pick<Machine, 'cwd'>,
  log: ReportLog,
): Promise<void> {
  const { outcome, reason, 'event-ids': ids, accepted, rejected } = outputsOf(report);
  const fits = (ids ?? '').length <= LONGEST_IDS;
  if (!fits) log.warning('MILEPOST_EVENT_IDS is left empty: there are too many for a dotenv report.');
  const lines = {
    MILEPOST_OUTCOME: outcome,
    // GitLab expands what looks like a variable in it.
    MILEPOST_REASON: harmless(reason ?? '')
      .replaceAll('$', '')
      .slice(0, LONGEST_REASON),
    MILEPOST_EVENT_IDS: fits ? ids : '',
    MILEPOST_ACCEPTED: accepted,
    MILEPOST_REJECTED: rejected,
  };
  try {
    const text = Object.entries(lines).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(resolve(cwd, path), text.join(''));
  } catch (error) {
    log.warning(`--dotenv: cannot be written: ${String(error)}`);
  }
}
