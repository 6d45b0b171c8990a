import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commit, type DoraService, deploy, sha, startDoraService } from './dora.fixture.ts';
import { FEBRUARY, tellFebruary } from './february.fixture.ts';

const CSV = { headers: { accept: 'text/csv' } };

let dora: DoraService;
beforeEach(async () => {
  dora = await startDoraService();
});
afterEach(() => dora[Symbol.asyncDispose]());

const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true });
const cell = (value: unknown) => (value === null ? '' : String(value));

describe('GET /dora as CSV', () => {
  it.each(['day', 'week', 'month'])('has the numbers of the series by %s', async (granularity) => {
    await tellFebruary(dora);
    await dora.calculate();
    const path = `/dora?${FEBRUARY}&granularity=${granularity}`;
    const { status, headers, text } = await dora.service.get(path, CSV);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const body = await dora.dora(path.slice('/dora'.length));
    const numbers: [string, string[]][] = [
      ['deploymentFrequency', ['value', 'n', 'failed']],
      ['leadTimeForChange', ['p50Seconds', 'p90Seconds', 'n']],
      ['changeFailureRate', ['rate', 'failed', 'total']],
      ['failedDeploymentRecoveryTime', ['p50Seconds', 'n']],
      ['deploymentReworkRate', ['rate', 'rework', 'total']],
    ];
    const rows = body.deploymentFrequency.series.map(({ start }: { start: string }, index: number) => {
      const cells = numbers.flatMap(([metric, names]) =>
        names.map((name) => [`${metric}.${name}`, cell(body[metric].series[index][name])]),
      );
      return { start, ...Object.fromEntries(cells) };
    });
    expect(rows.length).toBe({ day: 28, week: 5, month: 1 }[granularity]);
    expect(rowsOf(text)).toEqual(rows);
    expect(Object.keys(rowsOf(text)[0] ?? {})).toEqual(Object.keys(rows[0]));
  });

  it('has empty cells where there is no value', async () => {
    const { text } = await dora.service.get('/dora?from=2026-02-01&to=2026-02-01', CSV);
    expect(text.split('\r\n')[1]).toBe('2026-02-01,,0,0,,,0,,0,0,,0,,0,0');
  });
});

describe('GET /dora/explain as CSV', () => {
  it('has a row for each commit, and one for a deployment without any', async () => {
    const commits = [
      commit('1', '2026-02-01T00:00:00Z'),
      commit('2', '2026-02-09T12:00:00Z', '1'),
      commit('3', '2026-02-10T12:00:01Z', '2'),
    ];
    await dora.connect(['checkout'], commits);
    const [first, second] = await dora.send(
      deploy('2026-02-02T12:00:00Z', { build_commit_sha: sha('1') }),
      deploy('2026-02-10T12:00:00Z', { build_commit_sha: sha('3'), change_id: 'CHG-1' }),
    );
    const incidents = [
      await dora.incident({ changeId: 'CHG-1', detectedAt: '2026-02-10T13:00:00Z' }),
      await dora.incident({ changeId: 'CHG-1', detectedAt: '2026-02-10T14:00:00Z' }),
    ];
    await dora.calculate();
    const { text } = await dora.service.get('/dora/explain?metric=leadTimeForChange', CSV);
    const [newest, younger, baseline, ...more] = rowsOf(text);
    const common = {
      deployment: second,
      timestamp: '2026-02-10T12:00:00.000Z',
      env: 'production',
      status: 'success',
      build_commit_sha: sha('3'),
      change_id: 'CHG-1',
      counted: 'true',
    };
    expect(newest).toMatchObject({
      ...common,
      change: sha('2'),
      authoredAt: '2026-02-09T12:00:00.000Z',
      leadSeconds: '86400',
    });
    expect(newest?.['incidents']?.split(' ').sort()).toEqual(incidents.sort());
    // A number, not the text of one.
    expect(younger).toMatchObject({ ...common, change: sha('3'), leadSeconds: '-1' });
    expect(baseline).toMatchObject({ deployment: first, counted: 'false', change: '', leadSeconds: '' });
    expect(more).toEqual([]);
  });

  it.each(['=HYPERLINK("http://evil.example","pay")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'makes %j a text that no spreadsheet computes',
    async (text) => {
      await dora.send(deploy('2026-02-10T12:00:00Z', { change_id: text, build_commit_sha: text }));
      await dora.calculate();
      const answer = await dora.service.get('/dora/explain?metric=changeFailureRate', CSV);
      expect(rowsOf(answer.text)).toEqual([
        expect.objectContaining({ change_id: `'${text}`, build_commit_sha: `'${text}` }),
      ]);
    },
  );

  it('keeps commas, quotes and line feeds', async () => {
    const text = 'a,"b"\nc;\r\n支払い';
    await dora.send(deploy('2026-02-10T12:00:00Z', { change_id: text }));
    await dora.calculate();
    const answer = await dora.service.get('/dora/explain?metric=changeFailureRate', CSV);
    expect(rowsOf(answer.text).map(({ change_id }) => change_id)).toEqual([text]);
  });

  it('has the page that is asked for', async () => {
    const ids = await dora.send(...['01', '02', '03'].map((day) => deploy(`2026-02-${day}T12:00:00Z`)));
    await dora.calculate();
    const answer = await dora.service.get('/dora/explain?metric=changeFailureRate&limit=1&offset=1', CSV);
    expect(rowsOf(answer.text).map(({ deployment }) => deployment)).toEqual([ids[1]]);
  });
});

describe('Accept', () => {
  const json = 'application/json; charset=utf-8';
  const csv = 'text/csv; charset=utf-8';

  it.each([
    ['*/*', json],
    ['application/json', json],
    ['text/csv', csv],
    ['application/json, text/csv', json],
    ['text/csv;q=0.5, application/json', json],
    ['text/csv, application/json;q=0.5', csv],
    ['text/csv;q=0, */*', json],
    ['text/html', json],
  ])('%s is answered with %s', async (accept, type) => {
    for (const path of ['/dora', '/dora/explain?metric=leadTimeForChange']) {
      const { status, headers } = await dora.service.get(path, { headers: { accept } });
      expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([200, type, 'Accept']);
    }
  });

  it('does not matter to errors', async () => {
    const { status, body } = await dora.service.get('/dora?entityId=nowhere', CSV);
    expect([status, body]).toEqual([404, { message: "Entity 'nowhere' not found" }]);
  });
});
