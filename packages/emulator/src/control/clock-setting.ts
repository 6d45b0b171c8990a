import { parseTimestamp } from '@milepost/shared/validation';
import { HttpError } from '../http/http-errors.ts';
import type { SetClockBody } from './clock.schema.ts';
import type { ClockSetting } from './control-clock.ts';

/**
 * What a clock is to be set to.
 *
 * @param now what it shows until then: where it is frozen when nothing else is said.
 * @param path of the wish in the body.
 * @throws HttpError 400 when members that need or exclude each other are not right.
 */
export function clockSettingOf({ mode, now: text }: SetClockBody, now: number, path = ''): ClockSetting {
  if (mode === 'system') {
    if (text === undefined) return { mode };
    throw clockRefusal(`${path}now`, "is not allowed with system, which is the machine's time; leave it out");
  }
  const wished = text === undefined ? undefined : parseTimestamp(text);
  if (mode === 'offset' && wished === undefined) {
    const msg = 'is required with offset: what the clock is to show, such as 2026-01-31T09:30:00Z';
    throw clockRefusal(`${path}now`, msg);
  }
  return { mode, now: wished ?? now };
}

/** The 400 of a clock that cannot be set so. */
export function clockRefusal(path: string, msg: string): HttpError {
  return new HttpError(400, [{ type: 'field', msg, path, location: 'body' }]);
}
