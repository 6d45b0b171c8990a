import type { ValidationError } from '@milepost/shared';

/** A seed that cannot be read or planted: nothing of it was. The message is one line with the first problem. */
export class SeedError extends Error {
  override readonly name = 'SeedError';
  /** All that is wrong, at most 100; a path such as `events[3].attributes.env`, empty for the seed as a whole. */
  readonly problems: ValidationError[];

  constructor(problems: ValidationError[], options: { where?: string; cause?: unknown } = {}) {
    const { where = 'seed', cause } = options;
    const [first] = problems;
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    super(`${where}: ${`${first?.path ?? ''} ${first?.msg ?? ''}`.trim()}${more}`, { cause });
    this.problems = problems;
  }
}

/** The same error, but its message says where the seed came from; any other error as it is. */
export function seedErrorIn(where: string, error: unknown): unknown {
  return error instanceof SeedError ? new SeedError(error.problems, { where, cause: error }) : error;
}
