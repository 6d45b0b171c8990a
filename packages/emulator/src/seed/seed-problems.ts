import { createProblems, type Problems } from '@milepost/shared/validation';

/** What YAML made a number or a boolean of: `build_id: 17`, a sha of digits, `description: true`. */
const UNQUOTED = /^must be a string, not (-?\d|a (boolean|number)$)/;

/** An empty list of problems with a seed. Where a string lost its quotes, the problem says so. */
export function createSeedProblems(): Problems {
  const problems = createProblems();
  return {
    ...problems,
    add: (path, msg, why) => problems.add(path, UNQUOTED.test(msg) ? `${msg}; put it in quotes` : msg, why),
  };
}
