import { isCalendarDate, nearestDateTime, type Problems } from '@milepost/shared/validation';
import type { CommitRecord } from '../store/store.ts';
import type { AddCommitsBody } from './repos.schema.ts';

/**
 * Commits of a valid body as they are kept. Reports instants that the calendar does not have.
 *
 * @param base path of what has the member `commits`, with its dot: `repos[0].`.
 */
export function commitRecords(
  commits: AddCommitsBody['commits'],
  problems: Problems,
  base = '',
): CommitRecord[] {
  const instant = (path: string, text: string) => {
    // Date.parse takes 30 February for 2 March.
    if (!isCalendarDate(text)) {
      problems.add(path, 'must exist in the calendar', { rule: 'date-time', nearest: nearestDateTime(text) });
    }
    return Date.parse(text);
  };
  return commits.map(({ sha, parents, message = '', author = '', ...at }, index) => {
    const path = `${base}commits[${index}]`;
    const authoredAt = instant(`${path}.authoredAt`, at.authoredAt);
    return {
      sha: sha.toLowerCase(),
      parents: parents?.map((parent) => parent.toLowerCase()) ?? null,
      authoredAt,
      committedAt: at.committedAt === undefined ? authoredAt : instant(`${path}.committedAt`, at.committedAt),
      message: firstLine(message),
      author,
    };
  });
}

function firstLine(message: string): string {
  const [line = ''] = message.split('\n', 1);
  return line.trim();
}
