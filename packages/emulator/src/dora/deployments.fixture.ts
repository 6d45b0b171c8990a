import type { Deployment } from './chain.ts';
import { type Commit, type CommitGraph, createCommitGraph } from './commit-graph.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** The hour from which the fixtures count. */
export const START = Date.parse('2026-03-01T00:00:00Z');

/** Hex of 40 characters that begins with a short name of hex letters and digits. */
export const sha = (name: string) => name.padEnd(40, '0');

/**
 * Commits by name, each with its parents and the hour of its authoring (from START): `a@0 b@1:a m@5:a,b`; `x@2:?` has
 * unknown parents.
 */
export function historyOf(text: string): CommitGraph {
  return createCommitGraph(
    text.split(' ').map((word): Commit => {
      const [, name = '', hour = '', parents] = /^(\w+)@(-?[\d.]+)(?::(.+))?$/.exec(word) ?? [];
      const at = START + Number(hour) * HOUR;
      const list = parents === '?' ? null : (parents?.split(',').map(sha) ?? []);
      return { sha: sha(name), parents: list, authoredAt: at, committedAt: at };
    }),
  );
}

/**
 * Deployments in order, each a commit and the hour: `a@10 b@20! -@30`; `!` is failed, `-` has no commit, `a@10#CHG1`
 * carries a change id. Ids are their places, from 1.
 */
export function deploymentsOf(text: string): Deployment[] {
  return text.split(' ').map((word, index) => {
    const [, name = '', hour = '', failed, changeId] =
      /^([\w-]+)@(-?[\d.]+)(!)?(?:#(\w+))?$/.exec(word) ?? [];
    return {
      id: String(index + 1),
      seq: index + 1,
      t: START + Number(hour) * HOUR,
      sha: name === '-' ? undefined : sha(name),
      isFailed: failed !== undefined,
      hasUnknownStatus: false,
      changeId,
      attributes: JSON.stringify({ word }),
    };
  });
}
