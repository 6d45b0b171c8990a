/** The part of the store port that keeps repositories and their commits. Instants are milliseconds since 1970. */
export interface RepoStore {
  getRepo(accountId: string, id: string): Promise<RepoRecord | undefined>;
  /** By name, then id, ascending (by code unit): all of them, or those whose last reading failed. */
  listRepos(accountId: string, which?: { unreadable?: boolean }): Promise<RepoRecord[]>;
  createRepo(repo: Omit<RepoRecord, 'lastSeq'>): Promise<'created' | 'exists'>;
  /** How the last reading of its history went. */
  noteRepoReading(accountId: string, id: string, reading: RepoReading): Promise<void>;
  /** With all its commits. */
  deleteRepo(accountId: string, id: string): Promise<'deleted' | 'not-found'>;
  /**
   * Adds the commits that are new, in one transaction; one that is known without parents takes those that come now.
   * Of a sha that comes twice in the list the one that knows its parents counts, else the first.
   *
   * @param commits at most 1,000.
   * @returns how many were new or changed, and how many were known; undefined when there is no such repository.
   */
  addCommits(
    accountId: string,
    repoId: string,
    commits: readonly CommitRecord[],
  ): Promise<{ accepted: number; known: number } | undefined>;
  /** Those added or changed behind `afterSeq`, in that order; at most `limit`. */
  readCommits(
    accountId: string,
    repoId: string,
    afterSeq: number,
    limit: number,
  ): Promise<(CommitRecord & { seq: number })[]>;
  /** The same without what only people read. */
  readCommitLinks(accountId: string, repoId: string, afterSeq: number, limit: number): Promise<CommitLink[]>;
  /** The packed commit graph that was kept last, a cache: it may be missing at any time. */
  getCommitGraph(accountId: string, repoId: string): Promise<PackedGraph | undefined>;
  /**
   * Keeps it unless the commits are gone by now: `seq` is more than the repository has. What is kept for several
   * together, under another id, is measured by what all of the account's have.
   */
  putCommitGraph(accountId: string, repoId: string, graph: PackedGraph): Promise<void>;
}

export interface RepoRecord {
  accountId: string;
  id: string;
  name: string;
  /** `events`: commits that came as `event-commit` of its one entity; not shown as a repository. */
  kind: 'connected' | 'events';
  url: string | null;
  /** Absolute, on the server's machine. */
  path: string | null;
  entityIds: readonly string[];
  createdAt: number;
  /** Of the last commit that was added or changed; 0 before the first. */
  lastSeq: number;
  /** When its history was last read, null before that. */
  readAt: number | null;
  /** Why the last reading failed; null when it did not. */
  readError: string | null;
}

export type RepoReading = Pick<RepoRecord, 'readAt' | 'readError'>;

export interface CommitRecord {
  /** Lower-case hex. */
  sha: string;
  /** null when they are not known; none of a root. */
  parents: readonly string[] | null;
  authoredAt: number;
  committedAt: number;
  /** First line. */
  message: string;
  author: string;
}

/** A commit as its place in the graph needs it. */
export type CommitLink = Omit<CommitRecord, 'message' | 'author'> & { seq: number };

export interface PackedGraph {
  /** Commits up to this sequence are in it; of several repositories the sum of theirs. */
  seq: number;
  body: Uint8Array;
}
