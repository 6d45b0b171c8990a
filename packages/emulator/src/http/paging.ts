import { textProblem } from '@milepost/shared/validation';
import type { QueryReader } from './query.ts';
import { wholeNumber } from './query.ts';

export const DEFAULT_PAGE_LIMIT = 50;
export const MAX_PAGE_LIMIT = 500;

/** Lists with cursors: the cursor of one is none of another. */
export type List =
  | 'events'
  | 'entities'
  | 'blueprints'
  | 'api-keys'
  | 'incidents'
  | 'repos'
  | 'dora-runs'
  | 'dora-explain';

/** A place in a list, opaque to the caller: behind which item, how many came before, of how many. */
export interface Cursor {
  key: (string | number)[];
  before: number;
  itemCount: number;
}

/** The parameters that every list takes. */
export function pagingParameters(list: List) {
  return {
    limit: { read: wholeNumber(1, MAX_PAGE_LIMIT) },
    offset: { read: wholeNumber(0, 999_999_999_999_999) },
    cursor: { read: cursorReader(list) },
  } satisfies Record<string, { read: QueryReader<unknown> }>;
}

export interface PageRequest {
  list: List;
  limit: number;
  offset: number;
  cursor: Cursor | undefined;
}

export function pageRequest(
  list: List,
  query: { limit?: number[]; offset?: number[]; cursor?: Cursor[] },
): PageRequest {
  const cursor = query.cursor?.[0];
  return {
    list,
    limit: query.limit?.[0] ?? DEFAULT_PAGE_LIMIT,
    // A cursor says where to begin; an offset beside it would say it twice.
    offset: cursor ? 0 : (query.offset?.[0] ?? 0),
    cursor,
  };
}

export interface PageInfo {
  currentPage: number;
  perPage: number;
  itemCount: number;
  pageCount: number;
  hasPreviousPage: boolean;
  hasNextPage: boolean;
  endCursor?: string;
}

/** One item more than the page has, so that it is known whether another follows. */
export function pageOf<T>(found: readonly T[], limit: number): { items: T[]; more: boolean } {
  return { items: found.slice(0, limit), more: found.length > limit };
}

/**
 * @param itemCount all that match; undefined behind a cursor, which carries the count of its first page.
 * @param items on this page.
 * @param endKey what the next page begins behind; undefined when there is none.
 */
export function pageInfo(
  { list, limit, offset, cursor }: PageRequest,
  itemCount: number | undefined,
  items: number,
  endKey: Cursor['key'] | undefined,
): PageInfo {
  const before = cursor?.before ?? offset;
  const end = before + items;
  // What came since the first page may have made more of them.
  const total = Math.max(itemCount ?? cursor?.itemCount ?? 0, items > 0 ? end + (endKey ? 1 : 0) : 0);
  return {
    currentPage: Math.floor(before / limit) + 1,
    perPage: limit,
    itemCount: total,
    pageCount: Math.ceil(total / limit),
    hasPreviousPage: before > 0,
    hasNextPage: endKey !== undefined,
    ...(endKey && { endCursor: writeCursor(list, { key: endKey, before: end, itemCount: total }) }),
  };
}

/** A page of a list that is short enough to be had whole: its cursor just counts. */
export function pageOfAll<T>(all: readonly T[], request: PageRequest): { items: T[]; pageInfo: PageInfo } {
  const start = request.cursor?.before ?? request.offset;
  const { items, more } = pageOf(all.slice(start), request.limit);
  return {
    items,
    pageInfo: pageInfo(request, all.length, items.length, more ? [start + items.length] : undefined),
  };
}

function writeCursor(list: List, { key, before, itemCount }: Cursor): string {
  return Buffer.from(JSON.stringify([list, before, itemCount, ...key])).toString('base64url');
}

function cursorReader(list: List): QueryReader<Cursor> {
  const problem = {
    problem: 'is not a cursor of this list; take endCursor of one of its pages',
    rule: 'cursor',
  };
  return (text) => {
    try {
      const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
      if (!Array.isArray(parsed)) return problem;
      const [tag, before, itemCount, ...rest]: unknown[] = parsed;
      const key = rest.filter((part) => isStorableText(part) || isCount(part));
      if (tag !== list || !isCount(before) || !isCount(itemCount)) return problem;
      if (key.length < rest.length || key.length === 0) return problem;
      return { value: { key, before, itemCount } };
    } catch {
      return problem;
    }
  };
}

/** PostgreSQL takes no U+0000, not even in a comparison. */
function isStorableText(value: unknown): value is string {
  return typeof value === 'string' && textProblem(value) === undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
