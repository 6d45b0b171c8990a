/** How a git process ended that did not succeed: by itself, never begun, stopped by us, or after silence. */
export type GitFailure = 'failed' | 'missing' | 'aborted' | 'silent';

/** A git process that did not succeed. What it wrote may hold secrets: see explain-failure.ts. */
export class GitError extends Error {
  override name = 'GitError';
  readonly failure: GitFailure;
  /** The end of what git wrote to stderr, at most 8 KiB. */
  readonly stderr: string;

  constructor(failure: GitFailure, stderr: string, options?: ErrorOptions) {
    super(`git: ${failure}`, options);
    this.failure = failure;
    this.stderr = stderr;
  }
}
