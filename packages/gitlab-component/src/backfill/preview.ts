import type { Event } from '@milepost/shared';
import { missingFields } from '@milepost/shared/ci';
import { nameFlag } from '../name-flag.ts';
import type { Item } from './source.ts';
import { add, listOf, sum, type Tally } from './tally.ts';

const EXAMPLES = 3;

/** What a dry run tells of all events. */
export interface Preview {
  count: number;
  first: string | undefined;
  last: string | undefined;
  environments: Map<string, number>;
  statuses: Map<string, number>;
  entities: Map<string, number>;
  examples: Event[];
  /** By field: how many deployments lack it. */
  missing: Map<string, number>;
}

/** Reads all that a source has, as a backfill would, and sends nothing. */
export async function previewAll(
  items: AsyncIterable<Item>,
  tally: Tally,
  tellBad: (line: number, reason: string) => void,
  signal: AbortSignal,
): Promise<Preview> {
  const preview: Preview = {
    count: 0,
    first: undefined,
    last: undefined,
    environments: new Map(),
    statuses: new Map(),
    entities: new Map(),
    examples: [],
    missing: new Map(),
  };
  for await (const item of items) {
    if (signal.aborted) break;
    if (item.kind === 'event') see(item.event, preview);
    else if (item.kind === 'passed') add(tally.passed, item.reason);
    else if (item.kind === 'waiting') tally.waiting += 1;
    else {
      tally.bad += 1;
      tellBad(item.row.line, item.reason);
    }
  }
  return preview;
}

function see(event: Event, preview: Preview): void {
  const { timestamp = '', entityId, attributes = {} } = event;
  preview.count += 1;
  if (preview.first === undefined || timestamp < preview.first) preview.first = timestamp;
  if (preview.last === undefined || timestamp > preview.last) preview.last = timestamp;
  add(preview.environments, textOf(attributes['env']));
  add(preview.statuses, textOf(attributes['status']));
  add(preview.entities, entityId ?? 'none');
  for (const { field } of missingFields([event])) add(preview.missing, field);
  if (preview.examples.length < EXAMPLES) preview.examples.push(event);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : 'none';
}

/** What a person reads of a preview. */
export function linesOfPreview(preview: Preview): string[] {
  const { count, first, last, environments, statuses, entities, missing, examples } = preview;
  if (count === 0) return ['Nothing would be sent.'];
  return [
    `${count} events would be sent, from ${first} to ${last}`,
    `environments: ${listOf(environments)}`,
    `statuses: ${listOf(statuses)}`,
    `entities: ${listOf(entities)}`,
    ...(sum(missing) > 0
      ? [`missing: ${[...missing].map(([field, n]) => `${nameFlag(field)} in ${n}`).join(', ')}`]
      : []),
    ...examples.map((event) => JSON.stringify(event)),
  ];
}
