import type { CommitRecord, RepoStore } from '../repo-port.ts';
import { copyCommit, copyGraph, copyRepo } from './copy-metric-records.ts';
import { keyInAccount } from './key-in-account.ts';
import { requireAccount } from './require-account.ts';
import type { Tables } from './tables.ts';
import type { Unsaved } from './unsaved.ts';
import type { WriteQueue } from './write-queue.ts';

/** The port's methods about repositories. */
export function createJsonRepos(
  { accounts, repos, commits }: Tables,
  { write }: WriteQueue,
  { graphs }: Unsaved,
): RepoStore {
  return {
    async getRepo(accountId, id) {
      const repo = repos.get(keyInAccount(accountId, id));
      return repo && copyRepo(repo);
    },

    async listRepos(accountId, { unreadable = false } = {}) {
      return Array.from(repos.group(accountId), copyRepo)
        .filter(({ readError }) => !unreadable || readError !== null)
        .sort((a, b) => compareText(a.name, b.name) || compareText(a.id, b.id));
    },

    createRepo(repo) {
      const record = copyRepo({ ...repo, lastSeq: 0 });
      return write((draft) => {
        requireAccount(draft, record.accountId);
        if (draft.repos.get(keyInAccount(record.accountId, record.id))) return 'exists';
        draft.repos.insert(record);
        return 'created';
      });
    },

    noteRepoReading(accountId, id, { readAt, readError }) {
      return write((draft) => {
        const repo = draft.repos.get(keyInAccount(accountId, id));
        if (repo) draft.repos.put({ ...repo, readAt, readError });
      });
    },

    async deleteRepo(accountId, id) {
      const key = keyInAccount(accountId, id);
      const outcome = await write((draft) => {
        if (!draft.repos.get(key)) return 'not-found';
        draft.repos.remove(key);
        const own = Array.from(draft.commits).filter(
          (one) => one.accountId === accountId && one.repoId === id,
        );
        for (const { sha } of own) draft.commits.remove(`${key}/${sha}`);
        return 'deleted';
      });
      graphs.delete(key);
      return outcome;
    },

    addCommits(accountId, repoId, added) {
      const bySha = uniqueCommits(added);
      return write((draft) => {
        const key = keyInAccount(accountId, repoId);
        const repo = draft.repos.get(key);
        if (!repo) return undefined;
        let seq = repo.lastSeq;
        for (const commit of bySha.values()) {
          const known = draft.commits.get(`${key}/${commit.sha}`);
          if (known && (known.parents !== null || commit.parents === null)) continue;
          seq++;
          draft.commits.put({ accountId, repoId, ...commit, seq });
        }
        const accepted = seq - repo.lastSeq;
        if (accepted > 0) draft.repos.put({ ...repo, lastSeq: seq });
        return { accepted, known: added.length - accepted };
      });
    },

    async readCommits(accountId, repoId, afterSeq, limit) {
      return Array.from(commits.group(keyInAccount(accountId, repoId)))
        .filter(({ seq }) => seq > afterSeq)
        .sort((a, b) => a.seq - b.seq)
        .slice(0, limit)
        .map((commit) => ({ ...copyCommit(commit), seq: commit.seq }));
    },

    async readCommitLinks(accountId, repoId, afterSeq, limit) {
      const found = await this.readCommits(accountId, repoId, afterSeq, limit);
      return found.map(({ seq, sha, parents, authoredAt, committedAt }) => ({
        seq,
        sha,
        parents,
        authoredAt,
        committedAt,
      }));
    },

    async getCommitGraph(accountId, repoId) {
      const graph = graphs.get(keyInAccount(accountId, repoId));
      return graph && copyGraph(graph);
    },

    async putCommitGraph(accountId, repoId, graph) {
      requireAccount({ accounts }, accountId);
      const key = keyInAccount(accountId, repoId);
      const all = Array.from(repos.group(accountId)).reduce((sum, { lastSeq }) => sum + lastSeq, 0);
      if (graph.seq <= (repos.get(key)?.lastSeq ?? all)) graphs.set(key, copyGraph(graph));
    },
  };
}

/** Of a sha that comes twice the commit that knows its parents, else the first. */
function uniqueCommits(commits: readonly CommitRecord[]): Map<string, CommitRecord> {
  const bySha = new Map<string, CommitRecord>();
  for (const commit of commits) {
    const earlier = bySha.get(commit.sha);
    if (!earlier || (earlier.parents === null && commit.parents !== null)) {
      bySha.set(commit.sha, copyCommit(commit));
    }
  }
  return bySha;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
