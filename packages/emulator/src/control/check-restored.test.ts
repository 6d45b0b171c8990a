import { describe, expect, it } from 'vitest';
import { driveStore, sha } from '../calculation/store-driver.fixture.ts';
import { ContentsError } from '../store/contents/contents-error.ts';
import type { StoreContents } from '../store/contents/store-contents.ts';
import { newBlueprint } from '../store/contract/records.fixture.ts';
import { newRepo } from '../store/contract/repo-records.fixture.ts';
import { openMemoryStore } from '../store/json/open-json-store.ts';
import { checkRestored } from './check-restored.ts';

/** What the service has written of an account with commits, deployments, an incident, and metrics. */
async function writtenContents(): Promise<StoreContents> {
  const store = await openMemoryStore();
  const { entity, repo, commits, send, incident, calculate } = driveStore(store);
  await entity('shop');
  await commits(await repo('shop'), 'a@0 b@1:a c@2:b');
  const attributes = { env: 'production', status: 'success' };
  await send(1, { ...attributes, build_commit_sha: sha('a') }, { entity: 'shop' });
  await send(30, { ...attributes, build_commit_sha: sha('c'), change_id: 'CHG-1' }, { entity: 'shop' });
  await send(60, { ...attributes, status: 'failed' }, { entity: 'shop' });
  await send(90, attributes);
  await send(120, { ...attributes, build_commit_sha: sha('c') }, { entity: 'shop' });
  await store.createIncident(incident({ changeId: 'CHG-1' }));
  await store.createBlueprint(newBlueprint());
  await calculate();
  return store.readContents();
}

describe('checkRestored', () => {
  it('takes what the service writes', async () => {
    const contents = await writtenContents();
    const days = Array.from(contents.metricDays);
    // With what brought changes, an incident, and a state: nothing of the shapes is left out.
    expect(days.map(({ detail }) => detail).join()).toMatch(/"c0{39}","b0{39}"\],\[\],\["/);
    expect(days.some(({ state }) => state?.includes('previous'))).toBe(true);
    expect(Array.from(contents.metricStates, ({ histories }) => histories).join()).toContain('seqs');
    await checkRestored(contents);
  });

  const repo = { ...newRepo(), lastSeq: 0 };
  it.each<{ what: string; change(contents: StoreContents): Partial<StoreContents>; says: string }>([
    {
      what: 'a blueprint with a schema that does not compile',
      change: () => ({ blueprints: [newBlueprint({ schema: '{"type":"object","properties":7}' })] }),
      says: 'The blueprint event-audit is not valid: schema',
    },
    {
      what: 'a blueprint in the place of a built-in one',
      change: () => ({ blueprints: [newBlueprint({ shortId: 'event-deploy' })] }),
      says: 'has the shortId of a built-in one, event-deploy',
    },
    {
      what: 'a repository with a password',
      change: () => ({ repos: [{ ...repo, url: 'https://u:secret@example.com/r.git' }] }),
      says: 'must not hold a password',
    },
    {
      what: 'a repository at a place that git must not be given',
      change: () => ({ repos: [{ ...repo, url: 'ext::sh -c id' }] }),
      says: 'cannot be read by git',
    },
    {
      what: 'a repository of events at a place',
      change: () => ({ repos: [{ ...repo, kind: 'events', path: '/srv/r.git' }] }),
      says: 'holds commits of events, and has a path',
    },
    {
      what: 'a watermark behind the last event',
      change: ({ metricStates }) => ({
        metricStates: Array.from(metricStates, (state) => ({ ...state, watermark: 1000 })),
      }),
      says: 'is behind its last event',
    },
    {
      what: 'histories that are none',
      change: ({ metricStates }) => ({
        metricStates: Array.from(metricStates, (state) => ({ ...state, histories: '{"x":1}' })),
      }),
      says: 'The histories of the metrics',
    },
    ...(['facts', 'detail', 'state'] as const).map((member) => ({
      what: `${member} of a day that are none`,
      change: ({ metricDays }: StoreContents) => ({
        metricDays: Array.from(metricDays, (day) => ({ ...day, [member]: '[[1]]' })),
      }),
      says: `The ${member} of day`,
    })),
  ])('refuses $what', async ({ change, says }) => {
    const contents = await writtenContents();
    const refused = checkRestored({ ...contents, ...change(contents) });
    await expect(refused).rejects.toBeInstanceOf(ContentsError);
    await expect(refused).rejects.toThrow(says);
    await expect(refused).rejects.not.toThrow('secret');
  });
});
