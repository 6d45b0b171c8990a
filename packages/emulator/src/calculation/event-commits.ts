import { isObject } from '@milepost/shared/validation';
import { v5 as uuidv5 } from 'uuid';
import type { CommitRecord, MetricEvent, Store } from '../store/store.ts';

/** Of the repositories that hold the commits of `event-commit` events: one an entity (UUIDv5). */
const NAMESPACE = '6a1ad9c0-8ad6-4a3f-9d2e-5c0d1f4b7a10';

/** Most commits of one call of the store. */
const BATCH = 1000;

/** Gives the commits that came as events to their entities, each in a repository of its own that nobody connected. */
export async function addEventCommits(
  store: Pick<Store, 'createRepo' | 'addCommits'>,
  accountId: string,
  events: readonly MetricEvent[],
): Promise<void> {
  for (const [entityId, own] of Map.groupBy(events, ({ entityId }) => entityId)) {
    const commits = own.flatMap((event) => commitOf(event) ?? []);
    if (entityId === null || commits.length === 0) continue;
    const id = uuidv5(entityId, NAMESPACE);
    await store.createRepo({
      accountId,
      id,
      name: 'event-commit',
      kind: 'events',
      url: null,
      path: null,
      entityIds: [entityId],
      createdAt: own[0]?.timestamp ?? 0,
      readAt: null,
      readError: null,
    });
    for (let start = 0; start < commits.length; start += BATCH)
      await store.addCommits(accountId, id, commits.slice(start, start + BATCH));
  }
}

const SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** undefined for an event that names no commit: any attributes are accepted. */
function commitOf({ timestamp, attributes }: MetricEvent): CommitRecord | undefined {
  const parsed: unknown = JSON.parse(attributes);
  if (!isObject(parsed)) return undefined;
  const sha = shaOf(parsed['sha']);
  if (sha === undefined) return undefined;
  const authoredAt = instantOf(parsed['authored_at']) ?? instantOf(parsed['committed_at']) ?? timestamp;
  return {
    sha,
    parents: parentsOf(parsed['parents']),
    authoredAt,
    committedAt: instantOf(parsed['committed_at']) ?? authoredAt,
    message: textOf(parsed['message']),
    author: textOf(parsed['author']),
  };
}

function shaOf(value: unknown): string | undefined {
  const sha = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return SHA.test(sha) ? sha : undefined;
}

/** One parent that is none makes all of them unknown. */
function parentsOf(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  const parents = value.flatMap((one) => shaOf(one) ?? []);
  return parents.length === value.length ? parents : null;
}

function instantOf(value: unknown): number | undefined {
  const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
}

const LONGEST_TEXT = 200;

function textOf(value: unknown): string {
  const [line = ''] = typeof value === 'string' ? value.split('\n') : [];
  return [...line].slice(0, LONGEST_TEXT).join('');
}
