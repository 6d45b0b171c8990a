import { isCalendarDate, parseTimestamp } from '@milepost/shared/validation';

const OF_SERVICENOW = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const WITH_OFFSET = /T\d{2}:\d{2}:\d{2}(?:\.\d+)?[+-]\d{2}:\d{2}$/;

/**
 * The instant that a text of another system names, in milliseconds since 1970: in UTC with `Z`, with an offset, or
 * `YYYY-MM-DD HH:MM:SS`, which is how ServiceNow writes UTC. Undefined when it is none.
 */
export function parseInstant(text: string): number | undefined {
  if (OF_SERVICENOW.test(text)) return parseTimestamp(`${text.replace(' ', 'T')}Z`);
  if (WITH_OFFSET.test(text) && isCalendarDate(text)) return Date.parse(text);
  return parseTimestamp(text);
}
