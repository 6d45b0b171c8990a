import type { Event } from '@milepost/shared';
import { mapEnvironment, readOutcome } from '@milepost/shared/ci';
import { formats, formatTimestamp, parseTimestamp, validateEvents } from '@milepost/shared/validation';
import type { BackfillSettings } from './backfill-settings.ts';
import type { Item, Row } from './source.ts';

/** What a source knows of a deployment; what is blank counts as not known. */
export interface Known {
  timestamp?: string | undefined;
  entityId?: string | undefined;
  /** In the words of the source: `SUCCESS`, `canceled`. */
  status?: string | undefined;
  /** The others, by their wire names. */
  attributes: Readonly<Record<string, string | undefined>>;
}

/** The row of NDJSON that would be this deployment: one that cannot be sent can be mended there. */
export function rowOf({ attributes, ...known }: Known, line: number): Row {
  return { line, text: JSON.stringify({ ...known, ...attributes }) };
}

export type Made = { event: Event } | { bad: string } | { passed: string };

/** Makes the event of a deployment of the past, and checks it as the service will. */
export function makeEvent(known: Known, settings: BackfillSettings): Made {
  const timestamp = timestampOf(known.timestamp);
  if (timestamp === undefined) {
    return {
      bad:
        known.timestamp === undefined || known.timestamp.trim() === ''
          ? 'timestamp is missing: a deployment of the past needs the time when it ended'
          : `timestamp '${known.timestamp}' is not valid; must be ${formats['date-time']?.expected ?? 'a date with a time'}`,
    };
  }
  const status = statusOf(known.status, settings);
  if ('bad' in status || 'passed' in status) return status;
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries({ env: settings.env, ...given(known.attributes) })) {
    if (value !== '')
      attributes[name] = name === 'env' ? mapEnvironment(settings.environmentMap, value).name : value;
  }
  if (status.value !== '') attributes['status'] = status.value;
  const entityId = given({ entityId: known.entityId })['entityId'] ?? settings.entityId;
  const event = { type: 'event-deploy', timestamp, ...(entityId !== '' && { entityId }), attributes };
  return checked(event, settings);
}

/** Checks an event that is whole already. */
export function checked(event: Event, { since, until }: BackfillSettings): Made {
  const { errors } = validateEvents([event]);
  if (errors.length > 0) {
    return {
      bad: errors.map(({ path, msg }) => `${path.replace(/^events\[0\]\.?/, '')}: ${msg}`).join('; '),
    };
  }
  const instant = parseTimestamp(event.timestamp ?? '');
  if (instant === undefined)
    return { bad: 'timestamp is missing: a deployment of the past needs the time when it ended' };
  if (since !== undefined && instant < since) return { passed: 'before --since' };
  if (until !== undefined && instant >= until) return { passed: 'not before --until' };
  return { event };
}

function given(texts: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) =>
      text === undefined || text.trim() === '' ? [] : [[name, text]],
    ),
  );
}

/** As the service takes it, also of a time in another zone. */
function timestampOf(text = ''): string | undefined {
  const bare = text.trim();
  if (parseTimestamp(bare) !== undefined) return bare;
  return formats['date-time']?.validate(bare) ? formatTimestamp(Date.parse(bare)) : undefined;
}

function statusOf(
  word: string | undefined,
  { status, onCancelled }: BackfillSettings,
): { value: string } | { bad: string } | { passed: string } {
  if (word === undefined || word.trim() === '') return { value: status };
  const outcome = readOutcome(word);
  if (outcome === undefined) return { bad: `status '${word}' is not known; must be success or failed` };
  if (outcome !== 'cancelled') return { value: outcome };
  return onCancelled === 'failed' ? { value: 'failed' } : { passed: 'cancelled' };
}

/** What became of a row. */
export function itemOf(made: Made, position: string, row: Row): Item {
  if ('event' in made) return { kind: 'event', event: made.event, position, row };
  if ('bad' in made) return { kind: 'bad', reason: made.bad, position, row };
  return { kind: 'passed', reason: made.passed, position };
}
