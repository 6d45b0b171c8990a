import { isCalendarDate } from './calendar-date.ts';
import { nearestCalendarDate, nearestDateTime, nearestDay, nearestTimestamp } from './nearest-timestamp.ts';
import { isUuid } from './short-id.ts';
import { parseTimestamp } from './timestamp.ts';

interface Format {
  /** What a value must be, for the message to who sent another. */
  expected: string;
  validate: (text: string) => boolean;
  /** What breaking it is called, when not by its own name. */
  rule?: string;
  /** The valid text that one who sent another most likely meant. */
  nearest?: (text: string) => string | undefined;
}

const DAY = /^[^T]*$/;
const WITH_SECONDS_AND_ZONE = /T\d{2}:\d{2}:\d{2}.*(?:Z|[+-]\d{2}:\d{2})$/;

/** The formats that are checked. Any other is an annotation, as JSON Schema 2020-12 has it. */
export const formats: Readonly<Record<string, Format>> = {
  'utc-timestamp': {
    expected:
      'YYYY-MM-DDTHH:MM:SS, an optional fraction of 1 to 9 digits, and Z (UTC), such as 2026-01-31T09:30:00Z; ' +
      'the day must exist, from 1970 on',
    validate: (text) => parseTimestamp(text) !== undefined,
    rule: 'timestamp',
    nearest: nearestTimestamp,
  },
  'calendar-date': {
    expected:
      'YYYY-MM-DD or YYYY-MM-DDThh:mm[:ss[.fraction]], then Z, ±hh:mm or no zone, such as 2026-01-31T09:30:00Z; ' +
      'the day must exist',
    validate: isCalendarDate,
    rule: 'date',
    nearest: nearestCalendarDate,
  },
  date: {
    expected: 'YYYY-MM-DD; the day must exist',
    validate: (text) => DAY.test(text) && isCalendarDate(text),
    nearest: nearestDay,
  },
  'date-time': {
    expected: 'YYYY-MM-DDThh:mm:ss[.fraction] with Z or ±hh:mm; the day must exist',
    validate: (text) => WITH_SECONDS_AND_ZONE.test(text) && isCalendarDate(text),
    nearest: nearestDateTime,
  },
  uuid: { expected: 'a UUID', validate: isUuid },
  uri: {
    expected: 'a URI with a scheme, such as https://ci.example.com/7',
    validate: (text) => URL.canParse(text),
    nearest: nearestUri,
  },
};

/** An address that was sent without its scheme. */
function nearestUri(text: string): string | undefined {
  return /^[\w-]+(?:\.[\w-]+)+(?:[:/?#]\S*)?$/.test(text) && URL.canParse(`https://${text}`)
    ? `https://${text}`
    : undefined;
}
