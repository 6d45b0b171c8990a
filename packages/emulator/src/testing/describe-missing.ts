import type { JournalEntryBody } from '../control/journal.schema.ts';
import { instantText } from './instant.ts';
import type { RequestFilter } from './requests-handle.ts';

/** Of what came, so many are shown. */
const SHOWN = 20;

type Shown = Pick<JournalEntryBody, 'at' | 'method' | 'path' | 'status'>;

/** Says what was waited for, and what came instead. */
export function describeMissing(
  { method = 'any method', path = 'any path', status, since }: RequestFilter,
  { count, timeoutMs, came, all }: { count: number; timeoutMs: number; came: number; all: readonly Shown[] },
): string {
  const anyOf = (values: unknown) => (Array.isArray(values) ? values.join(' or ') : String(values));
  const wanted = [
    `${anyOf(method)} ${anyOf(path)}`,
    ...(status === undefined ? [] : [`answered ${anyOf(status)}`]),
    ...(since === undefined ? [] : [`since ${instantText(since)}`]),
  ].join(', ');
  const requests = count === 1 ? 'a request' : `${count} requests`;
  const lines = all.slice(-SHOWN).map((one) => `  ${one.at} ${one.method} ${one.path} ${one.status}`);
  const header = `Waited ${timeoutMs} ms for ${requests} (${wanted}); ${came} came.`;
  if (lines.length === 0) return `${header} There were no requests at all.`;
  const which = all.length > SHOWN ? `The last ${SHOWN} of ${all.length} requests` : 'All requests';
  return [`${header} ${which}:`, ...lines].join('\n');
}
