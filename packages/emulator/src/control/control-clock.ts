import type { Clock } from '../clock.ts';

/** `system`: the machine's time. `frozen`: it stands. `offset`: it runs, some time apart from the machine's. */
export type ClockMode = 'system' | 'frozen' | 'offset';

/** `now` is what the clock is to show at once: milliseconds since 1970, at most the end of the year 9999. */
export type ClockSetting = { mode: 'system' } | { mode: 'frozen' | 'offset'; now: number };

/** The one clock of an emulator, which its controls set (contract, section 7). */
export interface ControlClock extends Clock {
  /** The clock underneath. */
  readonly system: Clock;
  readonly mode: ClockMode;
  /** @throws RangeError when `now` is not in the years 1970 to 9999. */
  set(setting: ClockSetting): void;
  /**
   * Shows another instant and stays what it is: a frozen clock stands there, any other runs on from there.
   *
   * @throws RangeError like `set`.
   */
  moveTo(instant: number): void;
  /**
   * Stands at an instant until it is set or moved; what it is by then is kept in mind for `moveTo`.
   *
   * @throws RangeError like `set`.
   */
  hold(instant: number): void;
}

/** The last instant that a timestamp can name: the end of the year 9999. */
export const LATEST_INSTANT = Date.UTC(10_000, 0) - 1;

/** Makes a clock that shows the system's time until it is told otherwise. */
export function createControlClock(system: Clock): ControlClock {
  let mode: ClockMode = 'system';
  /** What is shown while it stands; else what is added to the system's time. */
  let standing: number | undefined;
  let offset = 0;

  function leave(instant: number): void {
    mode = mode === 'frozen' ? 'frozen' : 'offset';
    standing = mode === 'frozen' ? instant : undefined;
    offset = instant - system.now();
  }

  return {
    system,
    get mode() {
      return mode;
    },
    // Years of five digits are no timestamps; a clock that runs stops before them.
    now: () => standing ?? Math.min(system.now() + offset, LATEST_INSTANT),

    set(setting) {
      if (setting.mode === 'system') {
        mode = 'system';
        standing = undefined;
        offset = 0;
        return;
      }
      requireInstant(setting.now);
      mode = setting.mode;
      leave(setting.now);
    },

    moveTo(instant) {
      requireInstant(instant);
      leave(instant);
    },

    hold(instant) {
      requireInstant(instant);
      leave(instant);
      standing = instant;
    },
  };
}

function requireInstant(instant: number): void {
  if (instant >= 0 && instant <= LATEST_INSTANT) return;
  throw new RangeError(
    `The clock cannot show ${instant}; give milliseconds since 1970, up to the end of the year 9999.`,
  );
}
