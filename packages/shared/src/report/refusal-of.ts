import { InvalidInputError } from '../ci/invalid-input-error.ts';
import { ClientSettingError } from '../client/errors.ts';
import { type NameInput, type Report, sentenceOf } from './report.ts';

/** A report of what kept anything from being sent. */
export function refusalOf(error: unknown, nameInput: NameInput): Report {
  if (error instanceof InvalidInputError) {
    return { outcome: 'rejected', reason: `${nameInput(error.input)}: ${error.message}`, fault: 'client' };
  }
  if (error instanceof ClientSettingError) {
    return { outcome: 'undelivered', reason: sentenceOf(error, nameInput), fault: 'client' };
  }
  // A mistake of ours is no reason for a deployment to fail.
  const reason = `An error in Milepost itself, please report it: ${String(error)}`;
  return { outcome: 'undelivered', reason, fault: 'outage' };
}
