import type { Fact, Facts } from '@milepost/shared/ci';
import type { AskGitHub } from './github-api.ts';

/** What an answer of the API tells of a pull request. */
export interface PullRequest {
  number: number;
  facts: Facts;
  /** Title, body and branch: where a change id may stand. */
  texts: Fact[];
}

type Json = Readonly<Record<string, unknown>>;

/** Pages of 100 reviews that are read; more than these no pull request has in earnest. */
const MOST_PAGES = 10;

/**
 * The pull requests of a commit, the one that brought it first: merged with this very commit, then merged at all
 * (a rebase merges many commits by one), then the others.
 */
export function pullRequestsOf(answer: unknown, sha: string): PullRequest[] {
  const list = Array.isArray(answer) ? answer.filter(isObject) : [];
  return list
    .map((json) => ({ json, rank: rankOf(json, sha) }))
    .sort((a, b) => a.rank - b.rank)
    .flatMap(({ json }) => pullRequestOf(json, 'api:commits/{sha}/pulls') ?? []);
}

/** Undefined when the answer is not of a pull request. */
export function pullRequestOf(answer: unknown, source: string): PullRequest | undefined {
  if (!isObject(answer) || typeof answer['number'] !== 'number') return undefined;
  const { number, user, head } = answer;
  const facts: Facts = { change_id: { value: String(number), source } };
  const url = textOf(answer['html_url']);
  const title = textOf(answer['title']);
  const author = isObject(user) ? textOf(user['login']) : undefined;
  if (url) facts.change_url = { value: url, source };
  if (title) facts.change_title = { value: title, source };
  if (author) facts.change_author = { value: author, source };
  const branch = isObject(head) ? textOf(head['ref']) : undefined;
  const texts = [title, textOf(answer['body']), branch].flatMap((value) =>
    value ? [{ value, source }] : [],
  );
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
  if (!isObject(review) || !isObject(review['user'])) return;
  const user = textOf(review['user']['login']);
  const state = textOf(review['state']);
  if (!user || !state || state === 'COMMENTED' || state === 'PENDING') return;
  // Behind those who said something earlier.
  opinions.delete(user);
  opinions.set(user, state);
}

function rankOf(json: Json, sha: string): number {
  const merged = textOf(json['merged_at']) !== undefined;
  if (merged && json['merge_commit_sha'] === sha) return 0;
  return merged ? 1 : 2;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
