import type { Duration } from 'date-fns';

/** An ISO 8601 duration such as `P1DT6H`, or its parts as in date-fns: `{ days: 1, hours: 6 }`. */
export type DurationInput = string | Duration;

/** The ISO 8601 text. That parts are whole and not negative (seconds may have a fraction) is for the service to say. */
export function durationText(duration: DurationInput): string {
  if (typeof duration === 'string') return duration;
  const { years, months, weeks, days, hours, minutes, seconds } = duration;
  const date = parts({ Y: years, M: months, W: weeks, D: days });
  const time = parts({ H: hours, M: minutes, S: seconds });
  // Nothing at all is no duration.
  return `P${date}${time === '' && date !== '' ? '' : `T${time || '0S'}`}`;
}

function parts(values: Record<string, number | undefined>): string {
  return Object.entries(values)
    .map(([unit, value]) => (value === undefined ? '' : `${value}${unit}`))
    .join('');
}
