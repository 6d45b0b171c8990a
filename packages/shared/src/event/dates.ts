/**
 * Shape of an event's `timestamp`: `YYYY-MM-DDTHH:MM:SS`, an optional fraction of 1 to 9 digits, then `Z`
 * or `+00:00`. The pattern cannot see that 30 February does not exist; the format `utc-timestamp` does.
 */
export const timestampSchema = {
  type: 'string',
  format: 'utc-timestamp',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|\\+00:00)$',
  description:
    'ISO 8601 datetime in UTC, such as 2026-01-31T09:30:00Z. An instant that exists, in the years 1970 to 9999.',
} as const;

/** Shape of a stored instant: always UTC, always milliseconds. */
export const storedInstantSchema = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'ISO 8601 datetime in UTC with milliseconds.',
} as const;

/**
 * Shape of the three date attributes: a calendar date, or a date with a time, whose zone may be left out.
 * The format `calendar-date` also refuses what the calendar does not have.
 */
export const dateAttributeSchema = {
  type: 'string',
  format: 'calendar-date',
  pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?)?$',
} as const;
