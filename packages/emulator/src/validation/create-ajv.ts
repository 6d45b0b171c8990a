import type { Ajv2020, Options } from 'ajv/dist/2020.js';
import { isCalendarDate } from './calendar-date.ts';
import { isUuid } from './short-id.ts';
import { parseTimestamp } from './timestamp.ts';

interface Format {
  /** What a value must be, for the message to who sent another. */
  expected: string;
  validate: (text: string) => boolean;
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
  },
  'calendar-date': {
    expected:
      'YYYY-MM-DD or YYYY-MM-DDThh:mm[:ss[.fraction]], then Z, ±hh:mm or no zone, such as 2026-01-31T09:30:00Z; ' +
      'the day must exist',
    validate: isCalendarDate,
  },
  date: {
    expected: 'YYYY-MM-DD; the day must exist',
    validate: (text) => DAY.test(text) && isCalendarDate(text),
  },
  'date-time': {
    expected: 'YYYY-MM-DDThh:mm:ss[.fraction] with Z or ±hh:mm; the day must exist',
    validate: (text) => WITH_SECONDS_AND_ZONE.test(text) && isCalendarDate(text),
  },
  uuid: { expected: 'a UUID', validate: isUuid },
  uri: {
    expected: 'a URI with a scheme, such as https://ci.example.com/7',
    validate: (text) => URL.canParse(text),
  },
};

/**
 * Makes an ajv for JSON Schema 2020-12 that finds all errors and says with each what it was about (`verbose`).
 * ajv is loaded here and not at start-up, since that takes a tenth of a second.
 */
export async function createAjv(options: Options = {}): Promise<Ajv2020> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    // `properties: {constructor: …}` must not look at what objects inherit.
    ownProperties: true,
    logger: false,
    ...options,
  });
  for (const [name, { validate }] of Object.entries(formats)) ajv.addFormat(name, validate);
  return ajv;
}
