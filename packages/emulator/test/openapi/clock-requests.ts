import { type Exception, type RequestRow, rowsOf } from './request-row.ts';

const TOGETHER: Exception = 'members that need or exclude each other';
const CALENDAR: Exception = 'an instant or day that does not exist, or is past where it must not be';
const TOO_FAR: Exception = 'a clock that is to go forward too far at once';

const large = 'x'.repeat(1024 * 1024);

/** It leaves the clock as it was: tokens of the other rows are valid by that. */
export function clockRequests(): RequestRow[] {
  const show = rowsOf('showClock', 'GET', '/_control/clock');
  const set = rowsOf('setClock', 'PUT', '/_control/clock');
  const advance = rowsOf('advanceClock', 'POST', '/_control/clock/advance');
  const calculate = rowsOf('calculate', 'POST', '/_control/calculate');
  const nameOf = (json: object) => JSON.stringify(json).slice(0, 80);
  return [
    show(200, 'as it is'),
    show(200, 'with a bearer token', { as: 'bearer' }),
    set(200, 'the time of the system', { json: { mode: 'system' } }),
    advance(200, 'by nothing', { json: { by: 'PT0S' } }),
    ...['PT1S', 'PT0.25S', 'PT0,5S', 'P0Y0M0W0DT0H0M0S'].map((by) => advance(200, by, { json: { by } })),
    advance(200, 'over a midnight', { json: { by: 'PT12H' } }),
    ...['', 'P', 'PT', '1D', 'P-1D', '-P1D', 'P1.5D', 'P1DT', 'p1d', 'P1D1M', 'PT1S '].map((by) =>
      advance(400, `by ${JSON.stringify(by)}`, { json: { by } }),
    ),
    ...[{}, { by: 86_400 }, { to: 'tomorrow' }, { to: '2026-03-03' }, { days: 1 }].map((json) =>
      advance(400, nameOf(json), { json }),
    ),
    advance(400, 'both', { json: { by: 'PT0S', to: '2026-03-03T00:00:00Z' }, exception: TOGETHER }),
    advance(400, 'to a day that does not exist', {
      json: { to: '2026-02-30T00:00:00Z' },
      exception: CALENDAR,
    }),
    advance(400, 'to the past', { json: { to: '2026-01-01T00:00:00Z' }, exception: CALENDAR }),
    ...[{ to: '2099-01-01T00:00:00Z' }, { by: 'P3661D' }, { by: `P${'9'.repeat(15)}Y` }].map((json) =>
      advance(400, nameOf(json), { json, exception: TOO_FAR }),
    ),
    advance(400, 'not JSON', { text: '{' }),
    advance(413, 'more than 1 MiB', { json: { by: large } }),
    set(200, 'frozen where it is', { json: { mode: 'frozen' } }),
    set(200, 'frozen elsewhere', { json: { mode: 'frozen', now: '2026-03-02T00:00:00.5Z' } }),
    set(200, 'offset', { json: { mode: 'offset', now: '1970-01-01T00:00:00+00:00' } }),
    set(400, 'back to a time of the system that is too far', {
      json: { mode: 'system' },
      exception: TOO_FAR,
    }),
    ...[1, 2, 3, 4, 5].map((step) => advance(200, `ten years, step ${step}`, { json: { by: 'P3660D' } })),
    set(200, 'as the first', { json: { mode: 'system' } }),
    ...[
      {},
      { mode: 'freeze' },
      { mode: null },
      { mode: 'frozen', now: 0 },
      { mode: 'system', by: 'P1D' },
    ].map((json) => set(400, nameOf(json), { json })),
    set(400, 'offset without now', { json: { mode: 'offset' }, exception: TOGETHER }),
    set(400, 'system with now', {
      json: { mode: 'system', now: '2026-03-01T12:00:00Z' },
      exception: TOGETHER,
    }),
    set(400, 'in 1969', { json: { mode: 'frozen', now: '1969-12-31T23:59:59Z' }, exception: CALENDAR }),
    set(400, 'no body'),
    set(413, 'more than 1 MiB', { json: { mode: large } }),
    calculate(200, 'all'),
    calculate(200, 'all, with a bearer token', { as: 'bearer' }),
  ];
}
