import type { ValidationError } from '@milepost/shared';
import type { Cause, Problems } from '@milepost/shared/validation';

/** A seed that cannot be read or planted: nothing of it was. The message is one line with the first problem. */
export class SeedError extends Error {
  override readonly name = 'SeedError';
  /** All that is wrong, at most 100; a path such as `events[3].attributes.env`, empty for the seed as a whole. */
  readonly problems: readonly ValidationError[];
  /** Why, one for each of the problems. */
  readonly causes: readonly Cause[];

  constructor(
    { list, causes }: Pick<Problems, 'list' | 'causes'>,
    options: { where?: string; cause?: unknown } = {},
  ) {
    const { where = 'seed', cause } = options;
    const [first] = list;
    const more = list.length > 1 ? ` (and ${list.length - 1} more)` : '';
    super(`${where}: ${`${first?.path ?? ''} ${first?.msg ?? ''}`.trim()}${more}`, { cause });
    this.problems = list;
    this.causes = causes;
  }
}

/** The same error, but its message says where the seed came from; any other error as it is. */
export function seedErrorIn(where: string, error: unknown): unknown {
  if (!(error instanceof SeedError)) return error;
  const { problems, causes } = error;
  return new SeedError({ list: [...problems], causes: [...causes] }, { where, cause: error });
}
