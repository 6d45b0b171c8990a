/** An instant: a Date, or an ISO 8601 datetime in UTC such as `2026-01-31T09:30:00Z`. */
export type Instant = Date | string;

/** @throws RangeError for a Date that is none. Text is left to the service to judge. */
export function instantText(instant: Instant): string {
  if (typeof instant === 'string') return instant;
  if (Number.isNaN(instant.getTime())) {
    throw new RangeError('This Date is invalid; give one that exists, or text such as 2026-01-31T09:30:00Z');
  }
  return instant.toISOString();
}
