import type { EventRecord } from '../store.ts';
import { keyInAccount } from './key-in-account.ts';

/** Events, which are only ever added, until all of an account's go. Iterates in the order of commit. */
export interface EventLog extends Iterable<EventRecord> {
  readonly size: number;
  get(accountId: string, id: string): EventRecord | undefined;
  /** The account's events by ascending timestamp and, among equals, sequence. Not to be changed. */
  timeline(accountId: string): readonly EventRecord[];
  /** The account's events by ascending sequence. Not to be changed. */
  arrivals(accountId: string): readonly EventRecord[];
  /** At most one draft may live at a time. */
  draft(): EventLogDraft;
}

/** The log as it will be. The log itself stays as it is. */
export interface EventLogDraft extends Iterable<EventRecord> {
  readonly changed: boolean;
  has(accountId: string, id: string): boolean;
  hasEventsOf(accountId: string, entityId: string): boolean;
  /** Sequence of the account's last event, 0 before the first. */
  lastSeq(accountId: string): number;
  /** Throws, and changes nothing, when the id is taken or the sequence does not ascend. */
  append(event: EventRecord): void;
  /** Removes all events of those accounts of which it holds; their sequences begin anew. */
  removeAll(isGone: (accountId: string) => boolean): void;
  /** Makes the draft's events the log's. */
  apply(): void;
}

export function createEventLog(): EventLog {
  const byKey = new Map<string, EventRecord>();
  const timelines = new Map<string, EventRecord[]>();
  const arrivals = new Map<string, EventRecord[]>();

  return {
    get size() {
      return byKey.size;
    },
    get: (accountId, id) => byKey.get(keyInAccount(accountId, id)),
    timeline: (accountId) => timelines.get(accountId) ?? [],
    arrivals: (accountId) => arrivals.get(accountId) ?? [],
    [Symbol.iterator]: () => byKey.values(),
    draft() {
      const added = new Map<string, EventRecord>();
      const addedSeqs = new Map<string, number>();
      /** Accounts of whose events only those in `added` stay. */
      const cleared = new Set<string>();

      const arrivalsOf = (accountId: string) =>
        cleared.has(accountId) ? [] : (arrivals.get(accountId) ?? []);
      const has = (accountId: string, key: string) =>
        added.has(key) || (byKey.has(key) && !cleared.has(accountId));
      const lastSeq = (accountId: string) =>
        addedSeqs.get(accountId) ?? arrivalsOf(accountId).at(-1)?.seq ?? 0;

      return {
        get changed() {
          return added.size > 0 || cleared.size > 0;
        },
        has: (accountId, id) => has(accountId, keyInAccount(accountId, id)),
        hasEventsOf(accountId, entityId) {
          const isOfEntity = (event: EventRecord) =>
            event.accountId === accountId && event.entityId === entityId;
          return arrivalsOf(accountId).some(isOfEntity) || Array.from(added.values()).some(isOfEntity);
        },
        lastSeq,
        append(event) {
          const key = keyInAccount(event.accountId, event.id);
          if (has(event.accountId, key)) throw new Error(`there are two events ${key}`);
          if (event.seq <= lastSeq(event.accountId))
            throw new Error(`the seq of event ${key} does not ascend`);
          added.set(key, event);
          addedSeqs.set(event.accountId, event.seq);
        },
        removeAll(isGone) {
          for (const accountId of arrivals.keys()) if (isGone(accountId)) cleared.add(accountId);
          for (const accountId of addedSeqs.keys()) if (isGone(accountId)) addedSeqs.delete(accountId);
          for (const [key, { accountId }] of added) if (isGone(accountId)) added.delete(key);
        },
        *[Symbol.iterator]() {
          for (const event of byKey.values()) if (!cleared.has(event.accountId)) yield event;
          for (const [key, event] of added) if (!byKey.has(key) || cleared.has(event.accountId)) yield event;
        },
        apply() {
          for (const accountId of cleared) {
            for (const { id } of arrivals.get(accountId) ?? []) byKey.delete(keyInAccount(accountId, id));
            timelines.delete(accountId);
            arrivals.delete(accountId);
          }
          cleared.clear();
          const unsorted = new Set<EventRecord[]>();
          for (const [key, event] of added) {
            byKey.set(key, event);
            const timeline = timelines.get(event.accountId) ?? [];
            timelines.set(event.accountId, timeline);
            const newest = timeline.at(-1);
            if (newest && compareInTime(newest, event) > 0) unsorted.add(timeline);
            timeline.push(event);
            const arrived = arrivals.get(event.accountId) ?? [];
            arrivals.set(event.accountId, arrived);
            arrived.push(event);
          }
          // What comes out of order (a backfill) is sorted in once a commit: cheap on an array nearly sorted.
          for (const timeline of unsorted) timeline.sort(compareInTime);
        },
      };
    },
  };
}

/** Earliest first; earlier ingested first among equals. */
export function compareInTime(
  a: Pick<EventRecord, 'timestamp' | 'seq'>,
  b: Pick<EventRecord, 'timestamp' | 'seq'>,
): number {
  return a.timestamp - b.timestamp || a.seq - b.seq;
}
