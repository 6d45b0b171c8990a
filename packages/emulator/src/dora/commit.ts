/** A commit of a repository, as far as metrics need it. */
export interface Commit {
  /** Hex, lower case. */
  sha: string;
  /** Null when they are not known, as of a commit that was pushed singly; none of a root. */
  parents: readonly string[] | null;
  /** Milliseconds since 1970. */
  authoredAt: number;
  /** Milliseconds since 1970. */
  committedAt: number;
}

/** The place of a commit in its graph. */
export type CommitIndex = number;
