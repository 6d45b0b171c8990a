import { createHash } from 'node:crypto';

/** Longer ones do not fit in an index of PostgreSQL. */
const LONGEST = 500;

/** What stands for a change id where deployments are looked up by it. */
export function changeKey(changeId: string): string {
  if (changeId.length <= LONGEST) return changeId;
  return `sha256:${createHash('sha256').update(changeId).digest('hex')}`;
}
