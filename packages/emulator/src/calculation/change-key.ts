import { createHash } from 'node:crypto';
import { SHORTEST_PREFIX } from '../dora/commit-graph.ts';

/** Longer ones do not fit in an index of PostgreSQL. */
const LONGEST = 500;

/** What stands for a change id where deployments are looked up by it. */
export function changeKey(changeId: string): string {
  if (changeId.length <= LONGEST) return changeId;
  return `sha256:${createHash('sha256').update(changeId).digest('hex')}`;
}

/** What stands for a commit that a deployment waits for. No change id is like it: those do not begin with a space. */
export function commitKey(sha: string): string {
  return ` commit ${sha.slice(0, SHORTEST_PREFIX).toLowerCase()}`;
}
