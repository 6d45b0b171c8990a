import type { Event } from '@milepost/shared';
import { EVENT_FIELDS, fieldOf } from '@milepost/shared/ci';
import type { Fate } from '@milepost/shared/client';
import { headlineOf, type Prepared, type Report } from '@milepost/shared/report';

/** GitHub refuses a summary of more than 1 MiB; a reader gave up long before. */
const MOST_ROWS = 100;
const LONGEST_VALUE = 500;

/** The job summary, as HTML: what was reported, where each field comes from, what is unknown, what was answered. */
export function summaryOf(report: Report): string {
  const parts = [`<h3>${escapeHtml(headlineOf(report))}</h3>`];
  if (report.reason !== '') parts.push(`<p>${escapeHtml(report.reason)}</p>`);
  if (report.prepared) parts.push(...eventsOf(report.prepared, report.result?.fates));
  if (report.dryRun) parts.push(...checksOf(report.dryRun));
  if (report.result) parts.push(...answersOf(report.result.answers));
  if (report.undeliveredFile !== undefined) {
    parts.push(
      `<p>What was not delivered is kept in <code>${escapeHtml(report.undeliveredFile)}</code>.</p>`,
    );
  }
  return `${parts.join('\n')}\n`;
}

function eventsOf(
  { events, sources, missing, gaps }: Prepared,
  fates: readonly Fate[] | undefined,
): string[] {
  const [first] = events;
  const parts =
    events.length === 1 && first
      ? [tableOf(['Field', 'Value', 'From'], fieldRows(first, sources))]
      : [tableOf(['#', 'Type', 'Entity', 'Environment', 'Status', 'Outcome'], eventRows(events, fates))];
  if (events.length > MOST_ROWS) parts.push(`<p>… and ${events.length - MOST_ROWS} more.</p>`);
  const unknown = [
    ...missing.map(({ field, costs }) => `<code>${field}</code>: ${escapeHtml(costs)}`),
    ...gaps.map(({ fields, reason }) => `${fields.map(code).join(', ')}: ${escapeHtml(reason)}`),
  ];
  if (unknown.length > 0) {
    parts.push(`<p>What could not be known:</p>`, listOf(unknown));
  }
  return parts;
}

function fieldRows(event: Event, sources: Prepared['sources']): string[][] {
  return EVENT_FIELDS.flatMap((field) => {
    const value = fieldOf(event, field);
    return value === undefined
      ? []
      : [[code(field), escapeHtml(textOf(value)), escapeHtml(sources[field] ?? 'events')]];
  });
}

function eventRows(events: readonly Event[], fates: readonly Fate[] | undefined): string[][] {
  return events.slice(0, MOST_ROWS).map((event, index) => {
    const fate = fates?.[index];
    const columns = [event.type, event.entityId, event.attributes?.['env'], event.attributes?.['status']];
    return [
      String(index),
      ...columns.map((value) => escapeHtml(textOf(value))),
      escapeHtml(fate ? fateOf(fate) : ''),
    ];
  });
}

function fateOf(fate: Fate): string {
  if (fate.state === 'accepted') return `stored as ${fate.stored.id}`;
  return fate.state === 'rejected' ? `rejected: ${fate.reason}` : `not delivered: ${fate.problem.message}`;
}

function checksOf({ errors, unchecked }: NonNullable<Report['dryRun']>): string[] {
  const parts: string[] = [];
  if (errors.length > 0) {
    parts.push(
      '<p>The service would refuse it:</p>',
      listOf(errors.map(({ path, msg }) => `${code(path)}: ${escapeHtml(msg)}`)),
    );
  } else {
    parts.push('<p>It matches the blueprint. Whether the entity exists only the service knows.</p>');
  }
  if (unchecked.length > 0) {
    parts.push(`<p>Only the service knows the blueprints of ${unchecked.map(code).join(', ')}.</p>`);
  }
  return parts;
}

function answersOf(answers: readonly { status: number; body: unknown }[]): string[] {
  const lines = answers.map(
    ({ status, body }) => `${status} <code>${escapeHtml(JSON.stringify(body) ?? '')}</code>`,
  );
  if (lines.length === 0) return [];
  return [`<details><summary>The service answered</summary>${listOf(lines.slice(0, 10))}</details>`];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function tableOf(head: readonly string[], rows: readonly string[][]): string {
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table>${row('th', head)}${rows.map((cells) => row('td', cells)).join('')}</table>`;
}

function listOf(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

/** On one line, since Markdown is read again after an empty one; strangers write titles. */
function escapeHtml(text: string): string {
  const short = text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
  return short
    .replace(/\s+/g, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
