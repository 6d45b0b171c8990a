import { expect, it } from 'vitest';
import { WELL_KNOWN_ACCOUNT } from '../../src/auth/well-known.ts';
import type { RunRecord } from '../../src/store/metric-port.ts';
import { startTestService } from '../service.fixture.ts';

const finished: RunRecord = {
  accountId: WELL_KNOWN_ACCOUNT.id,
  id: '019c139e-76d8-7a41-9b1e-2d3c4b5a697a',
  startedAt: Date.parse('2026-03-01T12:00:00Z'),
  finishedAt: Date.parse('2026-03-01T12:00:00.250Z'),
  state: 'succeeded',
  throughDay: Date.parse('2026-02-28T00:00:00Z') / 86_400_000,
  dirtyChains: 2,
  deployments: 7,
  error: null,
};

const shown = {
  id: finished.id,
  startedAt: '2026-03-01T12:00:00.000Z',
  finishedAt: '2026-03-01T12:00:00.250Z',
  state: 'succeeded',
  through: '2026-02-28',
  dirtyChains: 2,
  deployments: 7,
  error: null,
};

function start(run: RunRecord, accounts: string[] = []) {
  const jobs = {
    async calculate(accountId: string) {
      accounts.push(accountId);
      return run;
    },
  };
  return startTestService({}, { jobs });
}

it.each([
  ['a run that succeeded', finished, shown],
  [
    'a run that failed',
    { ...finished, state: 'failed' as const, error: 'disk full' },
    { ...shown, state: 'failed', error: 'disk full' },
  ],
  [
    'a run that another has taken over',
    { ...finished, state: 'running' as const, finishedAt: null },
    { ...shown, state: 'running', finishedAt: null },
  ],
])('POST /_control/calculate shows %s', async (_name, run, expected) => {
  const accounts: string[] = [];
  await using service = await start(run, accounts);
  const { status, body } = await service.call('POST', '/_control/calculate');
  expect([status, body, accounts]).toEqual([200, expected, [WELL_KNOWN_ACCOUNT.id]]);
});

it('takes an empty body as well', async () => {
  await using service = await start(finished);
  expect((await service.post('/_control/calculate', {})).status).toBe(200);
});

it('is a route that only POST has', async () => {
  await using service = await start(finished);
  const { status, headers } = await service.get('/_control/calculate');
  expect([status, headers.get('allow')]).toEqual([405, 'POST']);
});
