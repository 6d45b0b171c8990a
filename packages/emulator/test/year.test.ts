import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { type Service, startService } from '../src/service.ts';
import { testConfig } from './service.fixture.ts';
import { until } from './system/until.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** The first midnight is the one that begins 2 January 2027: the year has 365 of them. */
const BEGIN = Date.parse('2027-01-01T09:00:00Z');

/** When the server is down: from noon of a day of the year to nine o'clock of another. */
const DOWNTIMES = [
  { from: 40, to: 47 },
  { from: 200, to: 201 },
  { from: 300, to: 330 },
];

/**
 * What is sent on a day of the year: nothing on Sundays; on the others one deployment, and on Fridays a failed one
 * before it. On the first of each tenth day one comes that is five days old.
 */
function eventsOf(day: number) {
  const weekday = new Date(BEGIN + day * DAY).getUTCDay();
  const deploy = (at: number, status: string) => ({
    type: 'event-deploy',
    entityId: 'checkout',
    timestamp: new Date(at).toISOString(),
    attributes: { env: 'production', status, build_id: `${at}` },
  });
  const noon = BEGIN + day * DAY + 3 * HOUR;
  return [
    ...(weekday === 5 ? [deploy(noon, 'failed')] : []),
    ...(weekday === 0 ? [] : [deploy(noon + HOUR, 'success')]),
    ...(day % 10 === 0 && day >= 10 ? [deploy(noon - 5 * DAY + 2 * HOUR, 'success')] : []),
  ];
}

test('a year of midnights, with downtime in between, ends with the right numbers', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'milepost-year-'));
  const machine = { now: BEGIN };
  const config = {
    ...testConfig,
    basePath: '',
    store: { engine: 'sqlite' as const, path: join(directory, 'y.sqlite') },
  };
  const start = () =>
    startService(
      { ...config, mirrors: join(directory, 'repos') },
      { clock: { now: () => machine.now }, log: pino({ level: 'silent' }), env: {} },
    );
  let service: Service = await start();
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(service.url + path, {
      method,
      headers: { 'x-api-key': config.apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.ok, `${method} ${path}`).toBe(true);
    return JSON.parse(await response.text());
  };
  const dateOf = (day: number) => new Date(BEGIN + day * DAY).toISOString().slice(0, 10);

  let sent = { success: 0, failed: 0 };
  let downUntil = 0;
  for (let day = 0; day < 365; day++) {
    if (day < downUntil) continue;
    const events = eventsOf(day);
    if (events.length > 0) await call('POST', '/events', { events });
    const failed = events.filter(({ attributes }) => attributes.status === 'failed').length;
    sent = { success: sent.success + events.length - failed, failed: sent.failed + failed };
    // Not in the numbers before midnight.
    if (day % 50 === 0) {
      const { calculatedThrough } = await call('GET', '/dora');
      expect(calculatedThrough).toBe(day === 0 ? null : dateOf(day - 1));
    }
    const downtime = DOWNTIMES.find(({ from }) => from === day);
    if (downtime) {
      await service.stop();
      downUntil = downtime.to;
      machine.now = BEGIN + downtime.to * DAY;
      service = await start();
      await until('what was missed', 20_000, async () => {
        const { calculatedThrough } = await call('GET', '/dora');
        return calculatedThrough === dateOf(downtime.to - 1);
      });
      continue;
    }
    // The service has this very clock: to go on by a day is to advance it.
    const { midnights } = await call('POST', '/_control/clock/advance', { by: 'P1D' });
    expect(midnights).toBe(1);
    machine.now += DAY;
    await call('PUT', '/_control/clock', { mode: 'system' });
  }

  const year = 'from=2027-01-01&to=2027-12-31&granularity=month';
  const answer = await call('GET', `/dora?${year}`);
  expect(answer.calculatedThrough).toBe('2027-12-31');
  expect(answer.deploymentFrequency).toMatchObject({ count: sent.success, perDay: sent.success / 365 });
  expect(answer.changeFailureRate).toMatchObject({ failed: sent.failed, total: sent.success + sent.failed });
  // A Friday's failure is over an hour later, with the day's own success.
  expect(answer.failedDeploymentRecoveryTime).toMatchObject({
    p50Seconds: 3600,
    recovered: sent.failed,
    open: 0,
  });
  expect(answer.deploymentReworkRate).toMatchObject({ rework: sent.failed, total: sent.success });

  const { items, pageInfo } = await call('GET', '/dora/runs?limit=500');
  const missed = DOWNTIMES.reduce((sum, { from, to }) => sum + to - from - 1, 0);
  expect(pageInfo.itemCount).toBe(365 - missed);
  expect(new Set(items.map(({ state }: { state: string }) => state))).toEqual(new Set(['succeeded']));
  const through = items.map((run: { through: string }) => run.through);
  expect(through).toEqual([...new Set(through)].sort().reverse());

  await service.stop();
  rmSync(directory, { recursive: true });
}, 120_000);
