import type { Event } from '../event/event.ts';
import { isCalendarDate } from '../validation/calendar-date.ts';
import { formats } from '../validation/formats.ts';
import { formatTimestamp, parseTimestamp } from '../validation/timestamp.ts';
import { findChangeId } from './change-id.ts';
import type { CiContext, DeployField, Fact, Facts } from './context.ts';
import { mapEnvironment } from './environment-map.ts';
import { ATTRIBUTES, type EventField } from './event-fields.ts';
import { InvalidInputError } from './invalid-input-error.ts';
import { statusOf } from './status.ts';

/** What a user says of the deployment. Blank counts as not given: CI systems expand unset variables to nothing. */
export interface EventInputs {
  entityId: string;
  timestamp: string;
  status: string;
  attributes: Partial<Record<Exclude<DeployField, 'timestamp' | 'status'>, string>>;
  /** What a cancelled deployment is. */
  onCancelled: 'skip' | 'failed';
  /** Lines `pattern = name`; see `mapEnvironment`. */
  environmentMap: string;
  /** See `findChangeId`. */
  changeIdPattern: string;
  /** When the deployment began, if the reporter was there. */
  startedAt?: Fact | undefined;
}

export type BuiltEvent =
  | {
      kind: 'event';
      event: Event;
      /** Where each field comes from. */
      sources: Partial<Record<EventField, string>>;
      /** What a reader should know of the making, a line each. */
      notes: string[];
    }
  | { kind: 'skip'; reason: string };

const DATES = ['change_window_start', 'change_window_end', 'deployment_start_time'] as const;

/**
 * Makes the deployment event of a run. An input wins over what the run knows, that over what an API answered, and
 * that over what is read out of a commit's message.
 *
 * @param now milliseconds since 1970, the event's time when nothing else gives one.
 * @param found what an API answered.
 * @throws InvalidInputError
 */
export function buildEvent(
  context: CiContext,
  inputs: EventInputs,
  now: number,
  found: Facts = {},
): BuiltEvent {
  const status = statusOf(context, inputs);
  const timestamp = timestampOf(inputs.timestamp, context.facts.timestamp, now);
  for (const field of DATES) checkDate(field, inputs.attributes[field]);
  const notes: string[] = [];
  const known: Facts = {
    ...context.fallbacks,
    ...found,
    ...context.facts,
    ...startOf(inputs.startedAt, context.facts, timestamp.value),
  };
  const byPattern = changeIdOf(inputs.changeIdPattern, context.changeTexts, notes);
  if (byPattern) known.change_id = byPattern;
  // Of a map that nothing needs today, too, a wrong line is told.
  mapEnvironment(inputs.environmentMap, '');
  if ('skip' in status) return { kind: 'skip', reason: status.skip };

  const entityId = given(inputs.entityId);
  const sources: Partial<Record<EventField, string>> = { timestamp: timestamp.source };
  if (entityId !== undefined) sources.entityId = 'input';
  const attributes: Record<string, string> = {};
  for (const name of ATTRIBUTES) {
    const value = name === 'status' ? undefined : given(inputs.attributes[name]);
    const fact =
      name === 'status' ? status.fact : value === undefined ? clean(known[name]) : { value, source: 'input' };
    if (!fact) continue;
    if (isDate(name) && !isCalendarDate(fact.value)) {
      notes.push(
        `${name} of ${fact.source} is left out: '${fact.value}' is not a date that the service takes.`,
      );
      continue;
    }
    if (name === 'deployment_start_time' && fact.source !== 'input' && isAfter(fact.value, timestamp.value)) {
      notes.push(`${name} of ${fact.source} is left out: it is after the event's own time.`);
      continue;
    }
    const named = name === 'env' ? mapped(fact, inputs.environmentMap) : fact;
    attributes[name] = named.value;
    sources[name] = named.source;
  }
  return {
    kind: 'event',
    event: {
      type: 'event-deploy',
      timestamp: timestamp.value,
      ...(entityId !== undefined && { entityId }),
      attributes,
    },
    sources,
    notes,
  };
}

function timestampOf(input: string, fact: Fact | undefined, now: number): Fact {
  const text = given(input);
  if (text !== undefined) {
    if (parseTimestamp(text) !== undefined) return { value: text, source: 'input' };
    throw new InvalidInputError('timestamp', notValid(text, formats['utc-timestamp']?.expected));
  }
  // Date.parse alone would read `1` as a year, and 30 February as 2 March.
  if (fact && formats['date-time']?.validate(fact.value)) {
    const value = formatTimestamp(Date.parse(fact.value));
    if (parseTimestamp(value) !== undefined) return { value, source: fact.source };
  }
  return { value: formatTimestamp(now), source: 'clock' };
}

/** A wrapper's start goes first, but one after the event's own time is no reason to forget what the run knows. */
function startOf(startedAt: Fact | undefined, { deployment_start_time }: Facts, timestamp: string): Facts {
  const isUsed = startedAt && !(deployment_start_time && isAfter(startedAt.value, timestamp));
  return isUsed ? { deployment_start_time: startedAt } : {};
}

function checkDate(field: (typeof DATES)[number], input: string | undefined): void {
  const text = given(input);
  if (text === undefined || isCalendarDate(text)) return;
  throw new InvalidInputError(field, notValid(text, formats['calendar-date']?.expected));
}

function notValid(text: string, expected = ''): string {
  return `'${text}' is not valid; must be ${expected}`;
}

function isAfter(start: string, end: string): boolean {
  return Date.parse(start) > Date.parse(end);
}

function isDate(field: string): boolean {
  return DATES.some((date) => date === field);
}

function changeIdOf(pattern: string, texts: readonly Fact[], notes: string[]): Fact | undefined {
  if (given(pattern) === undefined) return undefined;
  const { found, gaveUp } = findChangeId(pattern, texts);
  if (gaveUp) notes.push('change-id-pattern was given up: it takes too long on a text of this run.');
  return found;
}

function mapped(fact: Fact, map: string): Fact {
  const { name, pattern } = mapEnvironment(map, fact.value);
  return pattern === undefined
    ? fact
    : { value: name, source: `${fact.source}, environment-map: ${pattern}` };
}

function given(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
}

/** Strangers write titles; the service refuses what databases cannot store. */
function clean(fact: Fact | undefined): Fact | undefined {
  return fact && { ...fact, value: fact.value.replaceAll('\0', '\uFFFD').toWellFormed().trim() };
}
