import type { Event } from '../event/event.ts';
import { EVENT_FIELDS, type EventField, fieldOf } from './event-fields.ts';

const DEPLOY = 'event-deploy';

/** An event as a user gives it: the type may be left out. */
export type GivenEvent = Omit<Event, 'type'> & { type?: string };

/** An event, and where its fields come from. */
export interface CompletedEvent {
  event: Event;
  sources: Partial<Record<EventField, string>>;
}

/** What fills up the events of this run. */
export interface RunOfEvents extends CompletedEvent {
  /** Gives an environment its name, as `environment-map` says. */
  rename(environment: string): string;
}

/** Whether a given event is the deployment that this run makes: it says no other time. */
export function isOfThisRun({ type, timestamp }: GivenEvent): boolean {
  return (type === undefined || type === DEPLOY) && timestamp === undefined;
}

/**
 * Makes whole what a user gives for one step that reports many services. What a deployment of this run lacks, or
 * leaves blank, is taken from the run. One with a `timestamp` tells of another time, of which this run knows nothing:
 * it is sent as given, as are events of other types.
 *
 * @param run the event that this run makes by itself; not needed when none is of this run.
 */
export function completeEvents(given: readonly GivenEvent[], run?: RunOfEvents): CompletedEvent[] {
  return given.map((one) => {
    const event = { ...one, type: one.type ?? DEPLOY };
    return run && isOfThisRun(one) ? completedBy(run, event) : { event, sources: sourcesOf(event) };
  });
}

function completedBy({ event: run, sources, rename }: RunOfEvents, given: Event): CompletedEvent {
  const { entityId, attributes: said = {}, ...rest } = given;
  const attributes = Object.fromEntries(Object.entries(said).filter(([, value]) => !isBlank(value)));
  if (typeof attributes['env'] === 'string') attributes['env'] = rename(attributes['env']);
  const own = { ...rest, ...(!isBlank(entityId) && entityId !== undefined && { entityId }), attributes };
  return {
    event: { ...run, ...own, attributes: { ...run.attributes, ...attributes } },
    sources: { ...sources, ...sourcesOf(own) },
  };
}

function sourcesOf(event: Event): CompletedEvent['sources'] {
  const known = EVENT_FIELDS.filter((field) => fieldOf(event, field) !== undefined);
  return Object.fromEntries(known.map((field) => [field, 'events']));
}

/** CI systems expand what is unset to nothing. */
function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}
