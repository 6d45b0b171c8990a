import { type Fact, InvalidInputError, type Outcome, readOutcome } from '@milepost/shared/ci';
import type { GetInput } from '@milepost/shared/report';

/** What `--job-status` says, in the words of any CI system; undefined without it. @throws InvalidInputError */
export function jobOutcome(get: GetInput): Fact<Outcome> | undefined {
  const word = get('job-status');
  if (word === '') return undefined;
  const value = readOutcome(word);
  if (value !== undefined) return { value, source: 'input' };
  const remedy = 'say it by --status success or --status failed';
  throw new InvalidInputError('job-status', `nobody knows the word '${word}'; ${remedy}`);
}
