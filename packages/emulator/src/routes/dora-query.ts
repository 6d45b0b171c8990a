import { nearestDay } from '@milepost/shared/validation';
import type { Identity } from '../auth/identity.ts';
import { dateOf, dayOf, daysIn, parseDate, type Window } from '../dora/window.ts';
import { environmentKey, normalizeEnvironment } from '../environment.ts';
import { fieldError, HttpError } from '../http/http-errors.ts';
import { anyText, oneOf, type QueryReader } from '../http/query.ts';
import type { Store } from '../store/store.ts';
import { entityReference } from '../validation/entity-reference.ts';

/** Most days of a window. */
export const MAX_WINDOW_DAYS = 3660;
const DEFAULT_WINDOW_DAYS = 30;

/** A day, as the number of days since 1970. */
const date: QueryReader<number> = (text) => {
  const value = parseDate(text);
  if (value !== undefined) return { value };
  const problem = 'must be a date that exists, such as 2026-01-31';
  return { problem, rule: 'date', nearest: nearestDay(text) };
};

const environment: QueryReader<string> = (text) =>
  text.trim() === '' ? { problem: 'must be text, not empty', rule: 'min-length', nearest: 1 } : anyText(text);

/** The parameters of a window, and of whom it is about. */
export const windowParameters = {
  entityId: { read: anyText, repeatable: true },
  env: { read: environment },
  from: { read: date },
  to: { read: date },
  live: { read: oneOf('true', 'false') },
};

/** The days that are asked for: 30 that ended yesterday, unless something else is said. */
export function windowOf({ from, to }: { from?: number[]; to?: number[] }, now: number): Window {
  const last = to?.[0] ?? Math.max(dayOf(now) - 1, from?.[0] ?? 0);
  const window = { from: from?.[0] ?? last - DEFAULT_WINDOW_DAYS + 1, to: last };
  if (window.from > window.to) throw queryError('from', 'must not be after to', 'window', dateOf(window.to));
  if (daysIn(window) > MAX_WINDOW_DAYS)
    throw queryError(
      'from',
      `must be at most ${MAX_WINDOW_DAYS} days before to, both included`,
      'window',
      dateOf(window.to - MAX_WINDOW_DAYS + 1),
    );
  return window;
}

/** The environment key of what was asked for. */
export function envOf({ env }: { env?: string[] }, aliases: Readonly<Record<string, string>>): string {
  return environmentKey(normalizeEnvironment(env?.[0] ?? 'production'), aliases);
}

/**
 * The ids of the entities that are asked for; undefined for all of the account.
 *
 * @throws HttpError 404 for one that the caller's account does not have, or the caller may not see.
 */
export async function entityIdsOf(
  store: Pick<Store, 'findEntities'>,
  { accountId, entityIds: visible }: Identity,
  asked: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (!asked) return visible ?? undefined;
  const ids = await Promise.all(
    asked.map(async (text) => {
      const reference = entityReference(text);
      const [entity] = reference ? await store.findEntities(accountId, [reference]) : [];
      if (!entity || (visible !== null && !visible.includes(entity.id)))
        throw new HttpError(404, `Entity '${text}' not found`, { rule: 'entity' });
      return entity.id;
    }),
  );
  return [...new Set(ids)];
}

export function windowBody(window: Window): { from: string; to: string; days: number } {
  return { from: dateOf(window.from), to: dateOf(window.to), days: daysIn(window) };
}

export function queryError(path: string, msg: string, rule: string, nearest?: unknown): HttpError {
  return fieldError('query', path, msg, { rule, nearest });
}
