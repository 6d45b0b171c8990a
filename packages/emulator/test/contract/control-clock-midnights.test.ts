import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { START } from '../service.fixture.ts';
import { type ClockedService, DAY, iso, startClockedService } from './clock.fixture.ts';

let clock: ClockedService;
beforeEach(async () => {
  clock = await startClockedService();
});
afterEach(() => clock[Symbol.asyncDispose]());

describe('an advance', () => {
  it.each([
    [
      'over two midnights',
      '2026-03-01T12:00:00Z',
      { by: 'P2D' },
      ['2026-03-02', '2026-03-03'],
      '2026-03-03T12:00:00.000Z',
    ],
    [
      'over a leap day',
      '2028-02-28T12:00:00Z',
      { by: 'P2D' },
      ['2028-02-29', '2028-03-01'],
      '2028-03-01T12:00:00.000Z',
    ],
    ['within a day', '2026-03-01T00:00:00Z', { by: 'PT23H59M59.999S' }, [], '2026-03-01T23:59:59.999Z'],
    [
      'to midnight sharp',
      '2026-03-01T12:00:00Z',
      { to: '2026-03-02T00:00:00Z' },
      ['2026-03-02'],
      '2026-03-02T00:00:00.000Z',
    ],
    ['from midnight sharp', '2026-03-02T00:00:00Z', { by: 'PT1H' }, [], '2026-03-02T01:00:00.000Z'],
    [
      'from midnight to midnight',
      '2026-03-02T00:00:00Z',
      { by: 'P1D' },
      ['2026-03-03'],
      '2026-03-03T00:00:00.000Z',
    ],
    [
      'to where it is',
      '2026-03-02T00:00:00Z',
      { to: '2026-03-02T00:00:00Z' },
      [],
      '2026-03-02T00:00:00.000Z',
    ],
  ])('%s runs the midnights that fall due', async (_name, from, by, days, now) => {
    await clock.freeze(from);
    clock.midnights.length = 0;
    const { status, body } = await clock.advance(by);
    expect(clock.midnights.map((midnight) => midnight.replace('T00:00:00.000Z', ''))).toEqual(days);
    expect([status, body]).toEqual([200, { mode: 'frozen', now, midnights: clock.midnights.length }]);
  });

  it('goes ten years at most', async () => {
    await clock.freeze('2026-03-01T12:00:00Z');
    const { status, body } = await clock.advance({ by: 'P3661D' });
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ path: 'by' })]]);
    expect(clock.midnights).toEqual([]);
    expect((await clock.advance({ by: 'P3660D' })).body.midnights).toBe(3660);
    expect(clock.midnights.toSorted()).toEqual(clock.midnights);
    expect(clock.shown).toEqual(clock.midnights);
  });

  it('lets a clock of the system run on', async () => {
    expect((await clock.advance({ by: 'PT1H' })).body).toEqual({
      mode: 'offset',
      now: iso(START + 3_600_000),
      midnights: 0,
    });
    clock.service.advance(5);
    expect((await clock.show()).now).toBe(iso(START + 3_600_005));
  });

  it('holds a clock that runs while a midnight does its work', async () => {
    clock.onMidnight(() => clock.service.advance(5));
    const { body } = await clock.advance({ by: 'P2D' });
    expect(clock.shown).toEqual(['2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z']);
    expect(body).toEqual({ mode: 'offset', now: iso(START + 2 * DAY), midnights: 2 });
  });

  it('that comes with another begins where that one ends', async () => {
    let running = 0;
    clock.onMidnight(async () => {
      running += 1;
      expect(running).toBe(1);
      await turn();
      running -= 1;
    });
    const answers = await Promise.all([
      clock.advance({ by: 'P2D' }),
      clock.advance({ by: 'P2D' }),
      clock.advance({ by: 'P2D' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(clock.midnights).toEqual([2, 3, 4, 5, 6, 7].map((day) => `2026-03-0${day}T00:00:00.000Z`));
    expect(clock.shown).toEqual(clock.midnights);
    const instants = answers.map(({ body }) => body.now);
    expect(instants.toSorted()).toEqual([2, 4, 6].map((days) => iso(START + days * DAY)));
  });
});

describe('a midnight that fails', () => {
  const failOnce = (midnight: string) => {
    clock.onMidnight((instant) => {
      if (instant !== midnight) return;
      clock.onMidnight(() => {});
      throw new Error('no numbers today');
    });
  };

  it('leaves the clock there, frozen if it was, and is a 500', async () => {
    await clock.freeze('2026-03-01T12:00:00Z');
    failOnce('2026-03-03T00:00:00.000Z');
    expect((await clock.advance({ by: 'P5D' })).status).toBe(500);
    expect(clock.service.logged.join()).toContain('no numbers today');
    expect(clock.midnights).toHaveLength(2);
    expect(await clock.show()).toEqual({ mode: 'frozen', now: '2026-03-03T00:00:00.000Z' });
  });

  it('leaves a clock that runs running from there', async () => {
    failOnce('2026-03-02T00:00:00.000Z');
    expect((await clock.advance({ by: 'P5D' })).status).toBe(500);
    clock.service.advance(5);
    expect(await clock.show()).toEqual({ mode: 'offset', now: '2026-03-02T00:00:00.005Z' });
  });

  it('keeps no later move from going on', async () => {
    failOnce('2026-03-02T00:00:00.000Z');
    const [failed, next] = await Promise.all([clock.advance({ by: 'P1D' }), clock.advance({ by: 'P1D' })]);
    expect([failed.status, next.status].toSorted()).toEqual([200, 500]);
    expect(clock.midnights).toEqual(['2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z']);
  });

  it('is the last one when the service stops', async () => {
    clock.onMidnight(() => clock.service.stopping.abort());
    const { status, headers } = await clock.advance({ by: 'P5D' });
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(clock.midnights).toHaveLength(1);
    expect((await clock.show()).now).toBe('2026-03-02T00:00:00.000Z');
  });
});
