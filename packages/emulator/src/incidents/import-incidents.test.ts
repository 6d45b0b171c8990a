import { expect, it } from 'vitest';
import { provisionWellKnown } from '../auth/provision-well-known.ts';
import { WELL_KNOWN_ACCOUNT, WELL_KNOWN_API_KEY } from '../auth/well-known.ts';
import { openMemoryStore } from '../store/json/open-json-store.ts';
import { importIncidents } from './import-incidents.ts';

const accountId = WELL_KNOWN_ACCOUNT.id;

async function prepare() {
  const store = await openMemoryStore();
  await provisionWellKnown(store, { apiKey: WELL_KNOWN_API_KEY, now: 0 });
  const bad: string[] = [];

  async function* places(rows: unknown[]) {
    for (const [index, row] of rows.entries()) yield { place: `${index}`, row };
  }
  return {
    bad,
    import: (rows: unknown[], options: { dryRun?: boolean; now?: number } = {}) =>
      importIncidents(places(rows), {
        store,
        accountId,
        now: 1000,
        dryRun: false,
        onBadRow: (place, problem) => bad.push(`${place}: ${problem}`),
        ...options,
      }),
    list: async () =>
      (await store.listIncidents({ accountId, limit: 500, offset: 0 })).items.map(
        ({ accountId: _own, ...rest }) => rest,
      ),
  };
}

const row = { title: 'a', externalSystem: 'jira', externalIncidentNumber: '1', state: 'resolved' };
const counts = { created: 0, updated: 0, unchanged: 0, bad: 0 };

it('changes nothing the second time', async () => {
  const it = await prepare();
  const rows = [
    row,
    { title: 'without a name' },
    { ...row, externalIncidentNumber: '2', affectedEntityIds: ['checkout'] },
  ];
  expect(await it.import(rows)).toEqual({ ...counts, created: 3 });
  const before = await it.list();
  expect(await it.import(rows, { now: 5000 })).toEqual({ ...counts, unchanged: 3 });
  expect(await it.list()).toEqual(before);
});

it('changes what is named, clears what is null, and leaves the rest', async () => {
  const it = await prepare();
  await it.import([{ ...row, severity: 'P1', changeId: 'CHG-1', description: 'x' }]);
  const changed = { title: 'b', externalSystem: 'jira', externalIncidentNumber: '1', description: null };
  expect(await it.import([changed], { now: 2000 })).toEqual({ ...counts, updated: 1 });
  expect(await it.list()).toMatchObject([
    { title: 'b', severity: 'P1', changeId: 'CHG-1', description: null, state: 'resolved', createdAt: 1000 },
  ]);
});

it('takes rows of one incident in their order', async () => {
  const it = await prepare();
  const rows = Array.from({ length: 250 }, (_, n) => ({ ...row, title: `${n}` }));
  expect(await it.import(rows)).toEqual({ ...counts, created: 1, updated: 249 });
  expect(await it.list()).toMatchObject([{ title: '249' }]);
});

it('tells of bad rows in their order, and imports the others', async () => {
  const it = await prepare();
  const result = await it.import([
    row,
    { ...row, severity: 'P9', detectedAt: '2026-02-30T00:00:00Z' },
    { severity: 'P1' },
    'x',
    { title: 'x', affectedEntityIds: ['checkout', 'nowhere'] },
    { title: 'a\0' },
    { title: 'x', tittle: 'y' },
    { title: 'answered', id: 'x', accountId: 'y', createdAt: 'z', updatedAt: 1 },
  ]);
  expect(result).toEqual({ ...counts, created: 2, bad: 6 });
  expect(it.bad).toEqual([
    expect.stringMatching(/^1: severity 'P9' is not .*; detectedAt '2026-02-30T00:00:00Z' is not valid/),
    expect.stringMatching(/^2: title is required/),
    expect.stringMatching(/^3: must be an object/),
    "4: affectedEntityIds[1] Entity 'nowhere' not found",
    expect.stringMatching(/^5: title /),
    expect.stringMatching(/^6: tittle unknown member 'tittle'; did you mean 'title'/),
  ]);
});

it('writes nothing in a dry run, and tells what it would', async () => {
  const it = await prepare();
  await it.import([row]);
  const before = await it.list();
  const rows = [row, { ...row, title: 'b' }, { title: 'new' }, { ...row, externalIncidentNumber: '2' }];
  expect(await it.import(rows, { dryRun: true })).toEqual({
    ...counts,
    created: 2,
    updated: 1,
    unchanged: 1,
  });
  expect(await it.list()).toEqual(before);
});
