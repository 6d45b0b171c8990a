import type { Fact, Facts } from '../ci/context.ts';
import { numberAt, textAt } from '../ci/payload.ts';
import type { AskGitHub } from './github-change.ts';

/** What an answer of the API tells of a pull request. */
export interface PullRequest {
  number: number;
  facts: Facts;
  /** Title, body and branch: where a change id may stand. */
  texts: Fact[];
}

/** Pages of 100 reviews that are read; more than these no pull request has in earnest. */
const MOST_PAGES = 10;

/**
 * The pull requests of a commit, the one that brought it first: merged with this very commit, then merged at all
 * (a rebase merges many commits by one), then the others.
 */
export function pullRequestsOf(answer: unknown, sha: string): PullRequest[] {
  const list: unknown[] = Array.isArray(answer) ? answer : [];
  return list
    .map((pull) => ({ pull, rank: rankOf(pull, sha) }))
    .sort((a, b) => a.rank - b.rank)
    .flatMap(({ pull }) => pullRequestOf(pull, 'api:commits/{sha}/pulls') ?? []);
}

/** Undefined when the answer is not of a pull request. */
export function pullRequestOf(answer: unknown, source: string): PullRequest | undefined {
  const number = numberAt(answer, 'number');
  if (number === undefined) return undefined;
  const factOf = (path: string): Fact | undefined => {
    const value = textAt(answer, path);
    return value === undefined ? undefined : { value, source };
  };
  const facts: Facts = { change_id: { value: String(number), source } };
  const url = factOf('html_url');
  const title = factOf('title');
  const author = factOf('user.login');
  if (url) facts.change_url = url;
  if (title) facts.change_title = title;
  if (author) facts.change_author = author;
  const texts = [title, factOf('body'), factOf('head.ref')].filter((text) => text !== undefined);
  return { number, facts, texts };
}

/**
 * Who approves a pull request, by name: of each user the last opinion counts, and a dismissed one does not; a
 * comment is no opinion. Several stand in the order in which they approved.
 */
export async function approversOf(
  ask: AskGitHub,
  { owner, repo, number }: { owner: string; repo: string; number: number },
): Promise<Fact | undefined> {
  const opinions = new Map<string, string>();
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await ask('GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews', {
      owner,
      repo,
      pull_number: number,
      per_page: 100,
      page,
    });
    const reviews = Array.isArray(answer) ? answer : [];
    for (const review of reviews) noteOpinion(opinions, review);
    if (reviews.length < 100) break;
  }
  const approvers = [...opinions].flatMap(([user, state]) => (state === 'APPROVED' ? [user] : []));
  if (approvers.length === 0) return undefined;
  return { value: approvers.join(', '), source: 'api:pulls/{number}/reviews' };
}

function noteOpinion(opinions: Map<string, string>, review: unknown): void {
  const user = textAt(review, 'user.login');
  const state = textAt(review, 'state');
  if (!user || !state || state === 'COMMENTED' || state === 'PENDING') return;
  // Behind those who said something earlier.
  opinions.delete(user);
  opinions.set(user, state);
}

function rankOf(pull: unknown, sha: string): number {
  const merged = textAt(pull, 'merged_at') !== undefined;
  if (merged && textAt(pull, 'merge_commit_sha') === sha) return 0;
  return merged ? 1 : 2;
}
