import { EVENT_FIELDS, fieldOf } from '@milepost/shared/ci';
import { harmless, outputsOf, type Report } from '@milepost/shared/report';
import type { Machine } from '../machine.ts';

const LONGEST_VALUE = 200;

/** Prints a report: a table of the event's fields and where they come from, or one JSON object. */
export function printReport(report: Report, { print }: Pick<Machine, 'print'>, json: boolean): void {
  if (json) print(JSON.stringify(jsonOf(report)));
  else printTable(report, print);
}

function printTable(report: Report, print: Machine['print']): void {
  const { prepared, result } = report;
  const [event, ...others] = prepared?.events ?? [];
  if (!prepared || !event) return;
  if (others.length > 0) {
    for (const [index, { entityId = '', timestamp = '', attributes = {} }] of prepared.events.entries()) {
      const fate = result?.fates[index]?.state ?? '';
      const values = [timestamp, entityId, attributes['env'] ?? '', attributes['status'] ?? ''];
      const cells = [...values.map(textOf), fate];
      print(cells.filter((cell) => cell !== '').join('  '));
    }
    return;
  }
  const rows = EVENT_FIELDS.flatMap((field) => {
    const value = fieldOf(event, field);
    return value === undefined
      ? []
      : [{ field, value: textOf(value), source: prepared.sources[field] ?? 'events' }];
  });
  const width = Math.max(...rows.map(({ field }) => field.length));
  for (const { field, value, source } of rows) print(`${field.padEnd(width)}  ${value}  (${source})`);
}

/** What programs read: the outputs of the Action as JSON values, and where each field comes from. */
function jsonOf(report: Report): unknown {
  const { outcome, reason, prepared, result, dryRun, undeliveredFile } = report;
  const { accepted, rejected } = outputsOf(report);
  return {
    outcome,
    reason,
    accepted: Number(accepted),
    rejected: Number(rejected),
    events: (prepared?.events ?? []).map((event, index) => ({ event, ...fateOf(result?.fates[index]) })),
    sources: prepared?.sources ?? {},
    missing: prepared?.missing ?? [],
    gaps: prepared?.gaps ?? [],
    notes: prepared?.notes ?? [],
    answers: result?.answers ?? [],
    ...(dryRun && { dryRun }),
    ...(undeliveredFile !== undefined && { undeliveredFile }),
  };
}

type Fate = NonNullable<Report['result']>['fates'][number];

function fateOf(fate: Fate | undefined): object {
  switch (fate?.state) {
    case 'accepted':
      return { state: fate.state, id: fate.stored.id };
    case 'rejected':
      return { state: fate.state, reason: fate.reason };
    case 'undelivered':
      return { state: fate.state, reason: fate.problem.message };
    default:
      return {};
  }
}

function textOf(value: unknown): string {
  const text = harmless(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
