import { parseTimestamp } from '@milepost/shared/validation';
import type { ClockSetting } from '../control/control-clock.ts';
import { type ClockOption, clockBody } from './clock-handle.ts';

/**
 * What a clock is to be set to.
 *
 * @param machineTime where it stands when no instant is given, in milliseconds since 1970.
 * @throws RangeError for text that is no instant.
 */
export function clockSetting(clock: ClockOption, machineTime: number): ClockSetting {
  const { mode, now: text } = clockBody(clock);
  if (mode === 'system') return { mode };
  const now = text === undefined ? machineTime : parseTimestamp(text);
  if (now !== undefined) return { mode, now };
  throw new RangeError(
    `clock: expected 'system', a Date or an ISO 8601 datetime in UTC such as 2026-01-31T09:30:00Z, got '${text}'`,
  );
}
