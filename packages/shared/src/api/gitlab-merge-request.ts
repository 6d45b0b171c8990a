import type { Fact, Facts } from '../ci/context.ts';
import { listAt, numberAt, textAt } from '../ci/payload.ts';

/** What an answer of GitLab's API tells of a merge request. */
export interface MergeRequest {
  iid: number;
  /** Of the project that it merges into. */
  projectId: number | undefined;
  facts: Facts;
  /** Title, description and branch: where a change id may stand. */
  texts: Fact[];
}

/**
 * The merge requests of a commit, the one that brought it first: whose merge made this very commit, then merged at
 * all, then the others.
 */
export function mergeRequestsOf(answer: unknown, sha: string, source: string): MergeRequest[] {
  const list: unknown[] = Array.isArray(answer) ? answer : [];
  return list
    .map((one) => ({ one, rank: rankOf(one, sha) }))
    .sort((a, b) => a.rank - b.rank)
    .flatMap(({ one }) => mergeRequestOf(one, source) ?? []);
}

/** Undefined when the answer is not of a merge request. */
export function mergeRequestOf(answer: unknown, source: string): MergeRequest | undefined {
  const iid = numberAt(answer, 'iid');
  if (iid === undefined) return undefined;
  const factOf = (path: string): Fact | undefined => {
    const value = textAt(answer, path);
    return value === undefined ? undefined : { value, source };
  };
  const facts: Facts = { change_id: { value: String(iid), source } };
  const url = factOf('web_url');
  const title = factOf('title');
  const author = factOf('author.username');
  if (url) facts.change_url = url;
  if (title) facts.change_title = title;
  if (author) facts.change_author = author;
  const texts = [title, factOf('description'), factOf('source_branch')].filter((text) => text !== undefined);
  return { iid, projectId: numberAt(answer, 'project_id'), facts, texts };
}

/** Who approves, in the order in which GitLab lists them: of `GET …/merge_requests/:iid/approvals`. */
export function approversOf(answer: unknown, source: string): Fact | undefined {
  const names = listAt(answer, 'approved_by').map((one) => textAt(one, 'user.username'));
  const value = names.filter((name) => name !== undefined).join(', ');
  return value === '' ? undefined : { value, source };
}

/** Squashed and merged, a change is a merge commit over a squash commit: either may be what is deployed. */
function rankOf(one: unknown, sha: string): number {
  if (textAt(one, 'state') !== 'merged') return 2;
  return ['merge_commit_sha', 'squash_commit_sha'].some((path) => textAt(one, path) === sha) ? 0 : 1;
}
