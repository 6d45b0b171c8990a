import { describe, expect, it } from 'vitest';
import { createControlClock, LATEST_INSTANT } from './control-clock.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const THEN = Date.parse('2030-06-01T00:00:00Z');

function setup() {
  let real = START;
  const clock = createControlClock({ now: () => real });
  return { clock, pass: (ms: number) => (real += ms) };
}

describe('a clock shows', () => {
  it('the time of the system until it is set', () => {
    const { clock, pass } = setup();
    pass(5);
    expect([clock.mode, clock.now()]).toEqual(['system', START + 5]);
  });

  it('one instant while it is frozen', () => {
    const { clock, pass } = setup();
    clock.set({ mode: 'frozen', now: THEN });
    pass(5);
    expect([clock.mode, clock.now()]).toEqual(['frozen', THEN]);
  });

  it('time that runs on from what an offset was set to', () => {
    const { clock, pass } = setup();
    clock.set({ mode: 'offset', now: THEN });
    expect(clock.now()).toBe(THEN);
    pass(5);
    expect([clock.mode, clock.now()]).toEqual(['offset', THEN + 5]);
  });

  it.each([{ mode: 'frozen', now: THEN } as const, { mode: 'offset', now: THEN } as const])(
    'the time of the system again after $mode',
    (setting) => {
      const { clock, pass } = setup();
      clock.set(setting);
      clock.set({ mode: 'system' });
      pass(5);
      expect([clock.mode, clock.now()]).toEqual(['system', START + 5]);
    },
  );

  it('an earlier time, too', () => {
    const { clock } = setup();
    clock.set({ mode: 'offset', now: 0 });
    expect(clock.now()).toBe(0);
  });
});

describe('a clock that is moved', () => {
  it('stays frozen', () => {
    const { clock, pass } = setup();
    clock.set({ mode: 'frozen', now: START });
    clock.moveTo(THEN);
    pass(5);
    expect([clock.mode, clock.now()]).toEqual(['frozen', THEN]);
  });

  it.each([
    ['the system’s', () => {}],
    ['offset', (clock: ReturnType<typeof createControlClock>) => clock.set({ mode: 'offset', now: 7 })],
  ])('runs on when it was %s', (_name, before) => {
    const { clock, pass } = setup();
    before(clock);
    clock.moveTo(THEN);
    pass(5);
    expect([clock.mode, clock.now()]).toEqual(['offset', THEN + 5]);
  });
});

describe('a clock that is held', () => {
  it('stands, and runs on when it is moved', () => {
    const { clock, pass } = setup();
    clock.hold(THEN);
    pass(5);
    expect([clock.mode, clock.now()]).toEqual(['offset', THEN]);
    clock.moveTo(THEN);
    pass(5);
    expect(clock.now()).toBe(THEN + 5);
  });

  it('stays frozen when it was', () => {
    const { clock, pass } = setup();
    clock.set({ mode: 'frozen', now: START });
    clock.hold(THEN);
    clock.moveTo(THEN + 1);
    pass(5);
    expect([clock.mode, clock.now()]).toEqual(['frozen', THEN + 1]);
  });
});

describe('the years 1970 to 9999 are its range', () => {
  it.each([0, LATEST_INSTANT])('%d is in it', (instant) => {
    const { clock } = setup();
    clock.set({ mode: 'frozen', now: instant });
    expect(clock.now()).toBe(instant);
  });

  it.each([-1, LATEST_INSTANT + 1, Number.NaN])('%d is not', (instant) => {
    const { clock } = setup();
    const refused = /1970.*9999/;
    expect(() => clock.set({ mode: 'frozen', now: instant })).toThrow(refused);
    expect(() => clock.set({ mode: 'offset', now: instant })).toThrow(refused);
    expect(() => clock.moveTo(instant)).toThrow(refused);
    expect(() => clock.hold(instant)).toThrow(refused);
    expect([clock.mode, clock.now()]).toEqual(['system', START]);
  });

  it('a clock that runs stops at its end', () => {
    const { clock, pass } = setup();
    clock.set({ mode: 'offset', now: LATEST_INSTANT });
    pass(5);
    expect(clock.now()).toBe(LATEST_INSTANT);
  });
});
