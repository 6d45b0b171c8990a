import { MAX_COMMITS_PER_REQUEST } from '../routes/repos.schema.ts';
import type { Store } from '../store/store.ts';
import type { RepoDraft, SeedDraft } from './seed-draft.ts';

/** Writes that are made together, so that they share the disk's time. */
const AT_ONCE = 100;

/**
 * Writes a draft: events last, all of them in one transaction.
 *
 * @returns false when somebody else has meanwhile made or deleted something that the draft was made on.
 */
export async function writeDraft(store: Store, accountId: string, draft: SeedDraft): Promise<boolean> {
  const made = [
    ...(await together(draft.entities, store.createEntity)),
    ...(await together(draft.blueprints, store.createBlueprint)),
  ];
  if (made.some((outcome) => outcome !== 'created')) return false;
  for (const repo of draft.repos) if (!(await writeRepo(store, accountId, repo))) return false;
  // One of that name that came meanwhile is as good.
  await together(draft.incidents, store.createIncident);
  if (draft.events.length === 0) return true;
  return (await store.appendEvents({ accountId, events: draft.events })).state === 'stored';
}

async function writeRepo(
  store: Store,
  accountId: string,
  { repo, isNew, commits }: RepoDraft,
): Promise<boolean> {
  if (isNew) await store.createRepo(repo);
  for (let start = 0; start < commits.length; start += MAX_COMMITS_PER_REQUEST) {
    const some = commits.slice(start, start + MAX_COMMITS_PER_REQUEST);
    if (!(await store.addCommits(accountId, repo.id, some))) return false;
  }
  return true;
}

async function together<T, R>(items: readonly T[], write: (item: T) => Promise<R>): Promise<R[]> {
  const outcomes: R[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE)
    outcomes.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map((item) => write(item)))));
  return outcomes;
}
