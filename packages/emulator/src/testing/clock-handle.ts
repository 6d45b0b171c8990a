import type {
  AdvanceClockBody,
  AdvancedClockBody,
  ClockBody,
  SetClockBody,
} from '../control/clock.schema.ts';
import type { CallService } from './call-service.ts';
import { type DurationInput, durationText } from './duration-text.ts';
import { type Instant, instantText } from './instant.ts';

/**
 * What a clock is to be. `'system'`: the machine's time. An instant: it stands there. `offset`: it shows `now` at
 * once and runs on from there.
 */
export type ClockOption =
  | 'system'
  | Instant
  | { mode: 'system' }
  | { mode: 'frozen'; now?: Instant | undefined }
  | { mode: 'offset'; now: Instant };

/** The clock of an emulator, or of an account of its own in it. Each call rejects with an EmulatorError. */
export interface EmulatorClock {
  /** What it shows. */
  now(): Promise<Date>;
  /** Sets it, and answers what it shows. A clock that is set forward runs the midnights in between. */
  set(clock: ClockOption): Promise<Date>;
  /** Lets it stand: where it is when no instant is given. */
  freeze(at?: Instant): Promise<Date>;
  /** Moves it on, and answers when all the midnights that fell due have run. */
  advance(by: DurationInput | { to: Instant }): Promise<{ now: Date; midnights: number }>;
  /** Goes by the machine's time again; an account's clock, by that of the emulator. */
  useSystem(): Promise<Date>;
}

/** Body of PUT /_control/clock. */
export function clockBody(clock: ClockOption): SetClockBody {
  if (clock === 'system') return { mode: 'system' };
  if (typeof clock === 'string' || clock instanceof Date) return { mode: 'frozen', now: instantText(clock) };
  if (clock.mode === 'system' || clock.now === undefined) return { mode: clock.mode };
  return { mode: clock.mode, now: instantText(clock.now) };
}

export function createClockHandle(call: CallService): EmulatorClock {
  async function set(clock: ClockOption): Promise<Date> {
    const { now } = await call<ClockBody>('PUT', '/_control/clock', { json: clockBody(clock) });
    return new Date(now);
  }

  return {
    async now() {
      return new Date((await call<ClockBody>('GET', '/_control/clock')).now);
    },
    set,
    freeze: (at) => set({ mode: 'frozen', now: at }),
    async advance(by) {
      const json: AdvanceClockBody =
        typeof by === 'object' && 'to' in by ? { to: instantText(by.to) } : { by: durationText(by) };
      const { now, midnights } = await call<AdvancedClockBody>('POST', '/_control/clock/advance', { json });
      return { now: new Date(now), midnights };
    },
    useSystem: () => set('system'),
  };
}
