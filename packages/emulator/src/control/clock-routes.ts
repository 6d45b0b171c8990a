import { formatTimestamp, parseTimestamp } from '@milepost/shared/validation';
import { millisecondsInDay } from 'date-fns/constants';
import type { RequestHandler, Response, Router } from 'express';
import { createBodyCheck } from '../http/check-body.ts';
import { stampDate } from '../http/date-header.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { readJson } from '../http/read-json.ts';
import { sendJson } from '../http/send-json.ts';
import type { AccountClocks } from './account-clocks.ts';
import {
  type AdvanceClockBody,
  type AdvancedClockBody,
  advanceClockSchema,
  type ClockBody,
  MAX_DAYS_FORWARD,
  type SetClockBody,
  setClockSchema,
} from './clock.schema.ts';
import { clockRefusal, clockSettingOf } from './clock-setting.ts';
import { type ControlClock, LATEST_INSTANT } from './control-clock.ts';
import { controlScope } from './control-scope.ts';
import { addDuration, parseDuration } from './duration.ts';
import type { ClockMove, ClockMoved, ClockMover } from './move-clock.ts';

export interface ClockDeps {
  clocks: AccountClocks;
  mover: ClockMover;
  guard: readonly RequestHandler[];
}

/** /_control/clock: the one clock that everything in the emulator goes by, or the caller's account alone. */
export function clockRoutes({ clocks, mover, guard }: ClockDeps): Router {
  const router = createRouter();
  const checkSetting = createBodyCheck<SetClockBody>(setClockSchema);
  const checkAdvance = createBodyCheck<AdvanceClockBody>(advanceClockSchema);

  const show: RequestHandler = (_req, res) => {
    const clock = clocks.controlOf(controlScope(res));
    sendJson(res, 200, toBody({ mode: clock.mode, now: clock.now() }));
  };

  const set: RequestHandler = async (req, res) => {
    const wish = await checkSetting(req);
    const scope = controlScope(res);
    answer(res, toBody(await mover.move(scope, () => setting(clocks.controlOf(scope), wish))));
  };

  const advance: RequestHandler = async (req, res) => {
    const wish = await checkAdvance(req);
    const scope = controlScope(res);
    const moved = await mover.move(scope, () => advancement(clocks.controlOf(scope), wish));
    answer(res, { ...toBody(moved), midnights: moved.midnights });
  };

  /** Dated by the clock as it is now, not as it was when the request came. */
  function answer(res: Response, body: ClockBody | AdvancedClockBody): void {
    stampDate(res, clocks.controlOf(controlScope(res)));
    sendJson(res, 200, body);
  }

  defineRoute(router, '/_control/clock', { get: [...guard, show], put: [...guard, readJson, set] });
  defineRoute(router, '/_control/clock/advance', { post: [...guard, readJson, advance] });
  return router;
}

function toBody({ mode, now }: Pick<ClockMoved, 'mode' | 'now'>): ClockBody {
  return { mode, now: formatTimestamp(now) };
}

function setting(clock: ControlClock, wish: SetClockBody): ClockMove {
  const wished = clockSettingOf(wish, clock.now());
  const isSystem = wished.mode === 'system';
  const target = isSystem ? () => clock.system.now() : () => wished.now;
  refuseTooFar(clock, target(), isSystem ? 'mode' : 'now');
  return { target, arrive: () => clock.set(wished) };
}

function advancement(clock: ControlClock, { by = '', to }: AdvanceClockBody): ClockMove {
  const now = clock.now();
  const duration = parseDuration(by);
  const target = duration ? addDuration(now, duration) : parseTimestamp(to ?? '');
  if (target === undefined || target < now) {
    throw clockRefusal(
      'to',
      `must not be before ${formatTimestamp(now)}, which is now; PUT sets the clock back`,
    );
  }
  refuseTooFar(clock, target, duration ? 'by' : 'to');
  return { target: () => target, arrive: () => clock.moveTo(target) };
}

/** A mistyped year would otherwise calculate for hours. */
function refuseTooFar(clock: ControlClock, target: number, path: string): void {
  // Also when it is NaN: too long a duration.
  if (!(target - clock.now() <= MAX_DAYS_FORWARD * millisecondsInDay)) {
    throw clockRefusal(
      path,
      `leads more than ${MAX_DAYS_FORWARD} days ahead; go there in steps, with POST /_control/clock/advance`,
    );
  }
  if (target > LATEST_INSTANT) throw clockRefusal(path, 'leads past the year 9999, where no timestamp is');
}
