import type { Event } from '../event/event.ts';

const DEPLOY = 'event-deploy';

/** An event as a user gives it: the type may be left out. */
export type GivenEvent = Omit<Event, 'type'> & { type?: string };

/**
 * Makes whole what a user gives for one step that reports many services: a deployment without a `timestamp` is the
 * one that this run makes, and what it lacks is taken from the run. One with a `timestamp` tells of another time,
 * of which this run knows nothing: it is sent as given, as are events of other types.
 *
 * @param run the event that this run makes by itself.
 */
export function completeEvents(given: readonly GivenEvent[], run: Event): Event[] {
  return given.map((event) => {
    const type = event.type ?? DEPLOY;
    if (type !== DEPLOY || event.timestamp !== undefined) return { ...event, type };
    return { ...run, ...event, type, attributes: { ...run.attributes, ...event.attributes } };
  });
}
