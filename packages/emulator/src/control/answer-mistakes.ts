import { HttpError } from '../http/http-errors.ts';
import { SeedError } from '../seed/seed-error.ts';

/**
 * Answers the mistakes of a seed as those of a body.
 *
 * @param path of the seed in it.
 */
export async function answerMistakes<Result>(work: () => Promise<Result>, path = ''): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SeedError)) throw error;
    const errors = error.problems.map((problem) => ({
      ...problem,
      path: [path, problem.path].filter((part) => part !== '').join('.'),
    }));
    const base = path === '' ? '' : `/${path}`;
    const refusals = error.causes.map((why) => ({ ...why, path: `${base}${why.path}` }));
    throw new HttpError(400, errors, { refusals, cause: error });
  }
}
