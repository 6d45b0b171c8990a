import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { START } from '../service.fixture.ts';
import { type ClockedService, DAY, iso, startClockedService } from './clock.fixture.ts';

let clock: ClockedService;
beforeEach(async () => {
  clock = await startClockedService();
});
afterEach(() => clock[Symbol.asyncDispose]());

describe('the clock', () => {
  it('is the system’s at first', async () => {
    clock.service.advance(5);
    const { status, body } = await clock.service.get('/_control/clock');
    expect([status, body]).toEqual([200, { mode: 'system', now: iso(START + 5) }]);
  });

  it('stands when it is frozen, where it is or elsewhere', async () => {
    expect((await clock.set({ mode: 'frozen' })).body).toEqual({ mode: 'frozen', now: iso(START) });
    clock.service.advance(DAY);
    expect(await clock.show()).toEqual({ mode: 'frozen', now: iso(START) });
    const elsewhere = { mode: 'frozen', now: '2026-03-01T13:00:00.123Z' };
    expect((await clock.freeze('2026-03-01T13:00:00.1239+00:00')).body).toEqual(elsewhere);
    clock.service.advance(DAY);
    expect(await clock.show()).toEqual(elsewhere);
  });

  it('runs on from what an offset was set to', async () => {
    const now = '2026-03-01T13:00:00.000Z';
    expect((await clock.set({ mode: 'offset', now })).body).toEqual({ mode: 'offset', now });
    clock.service.advance(5);
    expect(await clock.show()).toEqual({ mode: 'offset', now: '2026-03-01T13:00:00.005Z' });
  });

  it('is the system’s again, with the midnights in between', async () => {
    await clock.freeze('2026-02-27T18:00:00Z');
    expect(clock.midnights).toEqual([]);
    expect((await clock.set({ mode: 'system' })).body).toEqual({ mode: 'system', now: iso(START) });
    expect(clock.midnights).toEqual(['2026-02-28T00:00:00.000Z', '2026-03-01T00:00:00.000Z']);
  });

  it('follows the system over a midnight that comes while it is on its way there', async () => {
    await clock.freeze('2026-02-28T18:00:00Z');
    clock.onMidnight((instant) => {
      if (instant === '2026-03-01T00:00:00.000Z') clock.service.advance(DAY);
    });
    expect((await clock.set({ mode: 'system' })).body).toEqual({ mode: 'system', now: iso(START + DAY) });
    expect(clock.midnights).toEqual(['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z']);
  });

  it('goes back at once, and tells nobody', async () => {
    const { status, body } = await clock.set({ mode: 'offset', now: '2020-01-01T00:00:00Z' });
    expect([status, body.now]).toEqual([200, '2020-01-01T00:00:00.000Z']);
    expect(clock.midnights).toEqual([]);
  });
});

describe('it is refused', () => {
  it.each([
    ['an advance to the past', 'POST', '/advance', { to: '2026-03-01T11:59:59.999Z' }, 'to'],
    ['an advance by a negative duration', 'POST', '/advance', { by: '-P1D' }, 'by'],
    ['an advance by too long a duration', 'POST', '/advance', { by: `P${'9'.repeat(15)}Y` }, 'by'],
    ['an advance to too far an instant', 'POST', '/advance', { to: '9999-12-31T00:00:00Z' }, 'to'],
    ['an advance by and to', 'POST', '/advance', { by: 'P1D', to: '2026-03-02T12:00:00Z' }, 'to'],
    ['an advance to nowhere', 'POST', '/advance', {}, ''],
    ['a clock of no mode', 'PUT', '', { now: '2026-03-01T12:00:00Z' }, 'mode'],
    ['an unknown mode', 'PUT', '', { mode: 'freeze' }, 'mode'],
    ['an offset to nowhere', 'PUT', '', { mode: 'offset' }, 'now'],
    ['the system’s time at will', 'PUT', '', { mode: 'system', now: '2026-03-01T12:00:00Z' }, 'now'],
    ['1969', 'PUT', '', { mode: 'frozen', now: '1969-12-31T23:59:59Z' }, 'now'],
    ['the year 10000', 'PUT', '', { mode: 'frozen', now: '10000-01-01T00:00:00Z' }, 'now'],
    ['too far an instant', 'PUT', '', { mode: 'frozen', now: '2036-03-10T12:00:00Z' }, 'now'],
  ])('%s', async (_name, method, path, json, at) => {
    const { status, body } = await clock.service.call(method, `/_control/clock${path}`, { json });
    expect([status, body.errors]).toEqual([
      400,
      [{ type: 'field', msg: expect.any(String), path: at, location: 'body' }],
    ]);
    expect(await clock.show()).toEqual({ mode: 'system', now: iso(START) });
    expect(clock.midnights).toEqual([]);
  });

  it('to be the system’s again at once when that is too far; in steps it works', async () => {
    await clock.freeze('2010-01-01T00:00:00Z');
    const { status, body } = await clock.set({ mode: 'system' });
    expect([status, body.errors[0].path]).toEqual([400, 'mode']);
    await clock.advance({ by: 'P10Y' });
    expect((await clock.set({ mode: 'system' })).status).toBe(200);
  });

  it('to go past the year 9999', async () => {
    clock.service.clock.set({ mode: 'frozen', now: Date.parse('9999-12-31T00:00:00Z') });
    const { status, body } = await clock.advance({ by: 'P1D' });
    expect([status, body.errors[0].path]).toEqual([400, 'by']);
    expect((await clock.advance({ by: 'PT23H59M59.999S' })).body.now).toBe('9999-12-31T23:59:59.999Z');
  });
});
