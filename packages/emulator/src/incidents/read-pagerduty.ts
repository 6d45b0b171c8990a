import { isObject } from '@milepost/shared/validation';
import type { ReadDelivery } from './delivery.ts';
import { parseInstant } from './parse-instant.ts';
import { parsePath, readPath } from './read-path.ts';

const ID = parsePath('/event/data/id');
const REFERENCED_ID = parsePath('/event/data/incident/id');
const OCCURRED_AT = parsePath('/event/occurred_at');

/**
 * Reads a V3 webhook of PagerDuty. Events whose data is an incident have all of it; `incident_field_values` has the
 * custom fields of one, and refers to it by id: so the id is what we know it by, not its number.
 *
 * @see https://developer.pagerduty.com/docs/webhooks/v3-overview/
 */
export function readPagerDuty(payload: unknown): ReadDelivery {
  const event = isObject(payload) ? payload['event'] : undefined;
  if (!isObject(event)) return { path: 'event', msg: 'is required: a V3 webhook has one event' };
  const data = event['data'];
  if (!isObject(data)) return { path: 'event.data', msg: 'must be an object' };
  const part = String(data['type']);
  if (part !== 'incident' && part !== 'incident_field_values')
    return { ignored: `${String(event['event_type'])} does not change an incident` };
  const [id, path] =
    part === 'incident'
      ? [readPath(payload, ID), 'event.data.id']
      : [readPath(payload, REFERENCED_ID), 'event.data.incident.id'];
  if (typeof id !== 'string' || id === '') return { path, msg: 'is required' };
  const occurredAt = readPath(payload, OCCURRED_AT);
  const at = typeof occurredAt === 'string' ? parseInstant(occurredAt) : undefined;
  if (at === undefined) return { path: 'event.occurred_at', msg: 'must be an ISO 8601 datetime' };
  return { delivery: { number: id, at, part, payload } };
}
