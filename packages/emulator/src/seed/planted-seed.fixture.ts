import { onTestFinished } from 'vitest';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import type { Seed } from './seed.schema.ts';

export const ACCOUNT = 'a0000000-0000-4000-8000-00000000000a';
export const OTHER = 'a0000000-0000-4000-8000-00000000000b';
export const NOW = Date.parse('2026-03-01T12:00:00Z');
export const SHA = '0123456789abcdef0123456789abcdef01234567';
export const PARENT = 'f'.repeat(40);

/** A store with two accounts that have nothing. */
export async function openAccounts(): Promise<Store> {
  const store = await openStore({ engine: 'memory' }, { warn: () => {} });
  onTestFinished(() => store.close());
  for (const id of [ACCOUNT, OTHER]) await store.ensureAccount({ id, name: 'Test', createdAt: 0 });
  return store;
}

/** All that an account has, but for when it was made. */
export async function contentsOf(store: Store, accountId: string) {
  const { entities, blueprints, repos, commits, incidents, events } = await store.readContents([accountId]);
  return {
    entities: [...entities],
    blueprints: [...blueprints],
    repos: [...repos],
    commits: [...commits],
    incidents: [...incidents],
    events: [...events],
  };
}

export const deploy = { type: 'event-deploy', entityId: 'web', attributes: { env: 'Production' } } as const;

/** Something of everything. */
export const seed: Seed = {
  entities: [{ shortId: 'web', name: 'Web shop', attributes: { team: 'a' } }],
  blueprints: [{ shortId: 'audit', name: 'Audit', schema: { type: 'object', required: ['who'] } }],
  repos: [
    {
      name: 'shop',
      entityIds: ['web'],
      commits: [
        { sha: PARENT, parents: [], authoredAt: '2026-01-30T09:00:00+01:00' },
        {
          sha: SHA.toUpperCase(),
          parents: [PARENT],
          authoredAt: '2026-01-31T09:00:00Z',
          message: 'Fix\n\nit',
        },
      ],
    },
  ],
  incidents: [
    { title: 'Down', externalSystem: 'pagerduty', externalIncidentNumber: 'P1', affectedEntityIds: ['web'] },
    { title: 'Slow', state: 'resolved', detectedAt: '2026-02-01T10:00:00Z' },
  ],
  events: [
    { ...deploy, timestamp: '2026-01-31T10:00:00Z' },
    deploy,
    deploy,
    { type: 'audit', attributes: { who: 'me' } },
  ],
};
