import type { EventPage, EventQuery, EventRecord } from '../store.ts';
import { countLeading } from './count-leading.ts';
import { compareInTime } from './event-log.ts';

/**
 * One page of an account's events, newest first.
 *
 * @param timeline all of the account's events by ascending time; the range and the page are found by
 *   halving it, so that a long read without filters stays fast at any depth.
 */
export function selectEvents(timeline: readonly EventRecord[], query: EventQuery): EventPage {
  const { from, to, after, limit, offset } = query;
  const start = from === undefined ? 0 : countBefore(timeline, { timestamp: from, seq: 0 });
  const end = to === undefined ? timeline.length : countBefore(timeline, { timestamp: to, seq: 0 });
  const range = timeline.slice(start, Math.max(start, end));

  const matches = createFilter(query);
  const matching = matches ? range.filter(matches) : range;
  const pageEnd = after ? countBefore(matching, after) : Math.max(0, matching.length - offset);
  const pageStart = Math.max(0, pageEnd - limit);
  return { items: matching.slice(pageStart, pageEnd).reverse(), itemCount: matching.length };
}

function createFilter(query: EventQuery): ((event: EventRecord) => boolean) | undefined {
  const { type, status } = query;
  const entityIds = query.entityIds && new Set(query.entityIds);
  const envs = query.envs && new Set(query.envs);
  if (type === undefined && status === undefined && !entityIds && !envs) return undefined;
  return (event) =>
    (type === undefined || event.type === type) &&
    (status === undefined || event.status === status) &&
    (!entityIds || (event.entityId !== null && entityIds.has(event.entityId))) &&
    (!envs || (event.env !== null && envs.has(event.env)));
}

function countBefore(events: readonly EventRecord[], place: { timestamp: number; seq: number }): number {
  return countLeading(events, (event) => compareInTime(event, place) < 0);
}
