import type { Report } from './report.ts';

/** A report for programs, by the names that action.yml describes. */
export function outputsOf({ outcome, reason, prepared, result }: Report): Record<string, string> {
  const fates = result?.fates ?? [];
  const ids = fates.flatMap((fate) => (fate.state === 'accepted' ? [fate.stored.id] : []));
  return {
    outcome,
    reason,
    'event-ids': JSON.stringify(ids),
    accepted: String(ids.length),
    rejected: String(fates.filter(({ state }) => state === 'rejected').length),
    payload: prepared ? JSON.stringify({ events: prepared.events }) : '',
    response: responseOf(result?.answers ?? []),
  };
}

/** What the service answered, as one body: of several 201s the lists are joined; without one the last refusal. */
function responseOf(answers: readonly { status: number; body: unknown }[]): string {
  const success: unknown[] = [];
  const failures: unknown[] = [];
  for (const { status, body } of answers) {
    if (status !== 201) continue;
    success.push(...listIn(body, 'success'));
    failures.push(...listIn(body, 'failures'));
  }
  if (success.length + failures.length > 0) return JSON.stringify({ success, failures });
  const last = answers.at(-1);
  return last ? (JSON.stringify(last.body) ?? '') : '';
}

function listIn(body: unknown, name: string): unknown[] {
  const list: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return Array.isArray(list) ? list : [];
}
