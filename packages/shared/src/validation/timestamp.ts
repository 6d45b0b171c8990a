import { dayExists } from './day-exists.ts';

const SHAPE = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|\+00:00)$/;
const EPOCH = 1970;

/**
 * The instant that an event's `timestamp` names, in milliseconds since 1970, or undefined when the text is
 * not one (contract, section 2): UTC only, years 1970 to 9999, what is finer than milliseconds cut off.
 */
export function parseTimestamp(text: string): number | undefined {
  if (!SHAPE.test(text)) return undefined;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  // Date.UTC would make 2 March of 30 February, and 1970 of the year 70.
  if (year < EPOCH || !dayExists(year, month, day)) return undefined;
  const hours = Number(text.slice(11, 13));
  const minutes = Number(text.slice(14, 16));
  const seconds = Number(text.slice(17, 19));
  return Date.UTC(year, month - 1, day, hours, minutes, seconds, millisecondsOf(text.slice(19)));
}

/** The one form in which instants are stored and returned: `YYYY-MM-DDTHH:mm:ss.SSSZ`. */
export function formatTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Milliseconds in what follows the seconds: an optional fraction, and the zone. */
function millisecondsOf(text: string): number {
  if (!text.startsWith('.')) return 0;
  const digits = text.slice(1, 4).replace(/\D.*/, '');
  return Number(digits.padEnd(3, '0'));
}
