import { dayExists } from './day-exists.ts';

const SHAPE =
  /^\d{4}-\d{2}-\d{2}(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/;

/**
 * Whether a text is a value for the three date attributes: `YYYY-MM-DD` or `YYYY-MM-DDThh:mm[:ss[.fraction]]`
 * with an optional `Z` or `±hh:mm`, of a day that the calendar has (contract, section 2).
 */
export function isCalendarDate(text: string): boolean {
  return (
    SHAPE.test(text) &&
    dayExists(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10)))
  );
}
