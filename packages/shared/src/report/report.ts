import type { EventField, MissingField } from '../ci/event-fields.ts';
import type { Gap } from '../ci/found.ts';
import type { Problem, SendResult } from '../client/types.ts';
import type { ValidationError } from '../event/errors.ts';
import type { Event } from '../event/event.ts';

/** How a wrapper calls the input that a setting or a field comes from, such as `base-url` or `--base-url`. */
export type NameInput = (name: string) => string;

/** What became of a report, for outputs, summaries, logs and the exit code. */
export interface Report {
  outcome: 'reported' | 'skipped' | 'undelivered' | 'rejected';
  /** A sentence; empty when everything was reported. */
  reason: string;
  /** `client`: something here must be mended. `outage`: the service, or the way to it, is down. */
  fault?: 'client' | 'outage';
  /** What was to be reported, as far as it was known. */
  prepared?: Prepared;
  dryRun?: { errors: ValidationError[]; unchecked: string[] };
  result?: SendResult;
  /** Where the undelivered events are. */
  undeliveredFile?: string;
}

/** Events ready to be sent, and where their fields come from. */
export interface Prepared {
  events: Event[];
  /** Of the fields that the run itself gave. */
  sources: Partial<Record<EventField, string>>;
  missing: MissingField[];
  gaps: Gap[];
  /** Things worth a line, such as an environment that was renamed. */
  notes: string[];
}

/** The report of a result: what happened, and whose fault it is. */
export function reportOf(prepared: Prepared, result: SendResult, nameInput: NameInput): Report {
  const { fates, problems } = result;
  const rejected = fates.flatMap((fate) => (fate.state === 'rejected' ? [fate.reason] : []));
  const undelivered = fates.filter((fate) => fate.state === 'undelivered').length;
  const reasons: string[] = [];
  if (undelivered > 0) {
    reasons.push(
      `${countOf(undelivered, fates.length)} not delivered: ${problems.map((problem) => sentenceOf(problem, nameInput)).join('; ')}`,
    );
  }
  if (rejected.length > 0) {
    const distinct = [...new Set(rejected)];
    const more = distinct.length > 3 ? '; …' : '';
    reasons.push(
      `${countOf(rejected.length, fates.length)} rejected by the service: ${distinct.slice(0, 3).join('; ')}${more}`,
    );
  }
  const mine = rejected.length > 0 || problems.some(({ fault }) => fault === 'configuration');
  return {
    outcome: undelivered > 0 ? 'undelivered' : rejected.length > 0 ? 'rejected' : 'reported',
    reason: reasons.join('. '),
    ...(reasons.length > 0 && { fault: mine ? 'client' : 'outage' }),
    prepared,
    result,
  };
}

/** Words of ours, by the member that they stand in: a secret that is one of them must not spoil the report. */
const OURS = new Set(['outcome', 'fault', 'state', 'field', 'setting', 'type', 'id']);

const OUR_WORD =
  /^(reported|skipped|accepted|rejected|undelivered|client|outage|configuration|event-\w+|[0-9a-f-]{36})$/;

function isOurs(name: string, value: string): boolean {
  // Names of fields and settings are many, and short.
  return (
    OURS.has(name) &&
    (OUR_WORD.test(value) || ((name === 'field' || name === 'setting') && value.length < 30))
  );
}

/** The report with `***` in place of every secret that anybody may have written into it. */
export function redactReport(report: Report, redact: (text: string) => string): Report {
  const clean: Report = JSON.parse(
    JSON.stringify(report, (name, value: unknown) =>
      typeof value === 'string' && !isOurs(name, value) ? redact(value) : value,
    ),
  );
  return clean;
}

/** `api-key: the service refused it: 401 …`, or the message alone when no setting is to blame. */
export function sentenceOf(
  { setting, message }: Pick<Problem, 'setting' | 'message'>,
  nameInput: NameInput,
): string {
  return setting === undefined ? message : `${nameInput(setting)}: ${message}`;
}

/** One line that says how it ended. */
export function headlineOf({ outcome, prepared, dryRun, result }: Report): string {
  const all = prepared?.events.length ?? 0;
  const what = all > 1 ? `${all} events` : 'Deployment';
  if (dryRun) return `${what} checked, not sent (dry run)`;
  if (outcome === 'reported') return `${what} reported`;
  if (outcome === 'skipped') return 'No deployment reported';
  const accepted = result?.fates.filter(({ state }) => state === 'accepted').length ?? 0;
  return accepted > 0 ? `${accepted} of ${what} reported` : `${what} not reported`;
}

function countOf(count: number, all: number): string {
  if (all === 1) return 'The event was';
  return `${count} of ${all} events ${count === 1 ? 'was' : 'were'}`;
}
