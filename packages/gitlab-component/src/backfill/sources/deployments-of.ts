import { type Api, ApiError, type Page } from '@milepost/shared/api';
import { type Facts, numberAt, textAt } from '@milepost/shared/ci';
import type { Item, Source } from '../source.ts';

/** How deployments are read from an API. */
export interface History<T> {
  api: Api;
  /** What a cursor belongs to. */
  name: string;
  /** Path of the list, which has the newest first. */
  path: string;
  query: Readonly<Record<string, string | number>>;
  /** Milliseconds since 1970. */
  since: number | undefined;
  /** What is needed of each: there may be a hundred thousand. */
  keep(deployment: unknown, id: number): T;
  /** @param nth counted from 1. */
  itemOf(kept: T, nth: number): Promise<Item>;
}

/** Deployments of an API: those that had not ended the last time, then what is new, the oldest first. */
export function deploymentsOf<T>({ api, name, path, query, since, keep, itemOf }: History<T>): Source {
  let total = 0;
  let done = 0;
  return {
    name,
    async *read(after, waiting) {
      for await (const { id, deployment } of readAgain(api, path, waiting)) {
        const item: Item =
          deployment === undefined
            ? { kind: 'passed', reason: 'deleted before it ended', position: id }
            : await itemOf(keep(deployment, Number(id)), 0);
        // It lies behind the position already.
        yield { ...item, position: after ?? id, settles: id };
      }
      const all = await listDeployments(
        api,
        api.get(path, query),
        { after: Number(after ?? 0), since },
        keep,
      );
      total = all.length;
      for (const kept of all) {
        done += 1;
        yield await itemOf(kept, done);
      }
    },
    progress: () => ({ done, total }),
    close: api.close,
  };
}

/**
 * The deployments that an API lists newest first, as far as they are new, oldest first: `keep` takes of each what is
 * needed, since there may be a hundred thousand.
 *
 * @param after id of the last one that is done; those up to it are not read.
 * @param since milliseconds since 1970; what was made a month before is not read any more.
 */
async function listDeployments<T>(
  api: Api,
  first: Promise<Page>,
  { after, since }: { after: number; since: number | undefined },
  keep: (deployment: unknown, id: number) => T,
): Promise<T[]> {
  const kept: T[] = [];
  // While it is listed others may be made, and shift the pages.
  const seen = new Set<number>();
  for (let page = await first; ; page = await api.get(page.next)) {
    let isOld = false;
    for (const deployment of Array.isArray(page.body) ? page.body : []) {
      const id = numberAt(deployment, 'id');
      if (id === undefined || seen.has(id)) continue;
      isOld ||= id <= after || (since !== undefined && isLongBefore(deployment, since));
      if (id <= after) continue;
      seen.add(id);
      kept.push(keep(deployment, id));
    }
    if (isOld || page.next === undefined) return kept.reverse();
  }
}

/** A deployment may take a while, and count only when it ends. */
const LONGEST_DEPLOYMENT = 31 * 86_400_000;

function isLongBefore(deployment: unknown, since: number): boolean {
  const made = Date.parse(textAt(deployment, 'created_at') ?? '');
  return made < since - LONGEST_DEPLOYMENT;
}

/** What was looked up, as attributes of an event. */
export function attributesOf(facts: Facts = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, fact.value]));
}

/** Those that had not ended, one after the other; undefined for one that is no more. */
async function* readAgain(
  api: Api,
  base: string,
  ids: readonly string[],
): AsyncGenerator<{ id: string; deployment: unknown }> {
  for (const id of ids) {
    try {
      yield { id, deployment: (await api.get(`${base}/${encodeURIComponent(id)}`)).body };
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      yield { id, deployment: undefined };
    }
  }
}
