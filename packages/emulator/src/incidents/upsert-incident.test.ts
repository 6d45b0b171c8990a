import { expect, it } from 'vitest';
import { WELL_KNOWN_ACCOUNT } from '../auth/well-known.ts';
import type { IncidentRecord } from '../store/incident-port.ts';
import { openMemoryStore } from '../store/json/open-json-store.ts';
import { changeIncident, newIncident } from './change-incident.ts';
import { upsertIncident } from './upsert-incident.ts';

const accountId = WELL_KNOWN_ACCOUNT.id;
const name = { accountId, externalSystem: 'jira', externalIncidentNumber: '1' };
const { accountId: _account, ...named } = name;

const titled = (title: string) => (before: IncidentRecord | undefined) =>
  changeIncident(before ?? { ...newIncident(accountId, 0), ...named }, { title }, 0);

async function openStore() {
  const store = await openMemoryStore();
  await store.ensureAccount({ ...WELL_KNOWN_ACCOUNT, createdAt: 0 });
  return store;
}

it('changes the incident that another has created meanwhile', async () => {
  const store = await openStore();
  let others = 0;
  const raced: typeof store = {
    ...store,
    async findExternalIncident(...asked) {
      const found = await store.findExternalIncident(...asked);
      if (others++ === 0) await upsertIncident(store, name, titled('of another'));
      return found;
    },
  };
  expect(await upsertIncident(raced, name, titled('mine'))).toMatchObject({ outcome: 'updated' });
  expect(await store.findExternalIncident(accountId, 'jira', '1')).toMatchObject({ title: 'mine' });
});

it('creates the incident again that another has deleted meanwhile', async () => {
  const store = await openStore();
  const first = await upsertIncident(store, name, titled('first'));
  let others = 0;
  const raced: typeof store = {
    ...store,
    async updateIncident(incident) {
      if (others++ === 0) await store.deleteIncident(accountId, first?.id ?? '');
      return store.updateIncident(incident);
    },
  };
  expect(await upsertIncident(raced, name, titled('mine'))).toMatchObject({ outcome: 'created' });
});

it('gives up when that never ends', async () => {
  const store = await openStore();
  const never: typeof store = { ...store, createIncident: async () => 'external-taken' };
  await expect(upsertIncident(never, name, titled('mine'))).rejects.toThrow('jira 1');
});
