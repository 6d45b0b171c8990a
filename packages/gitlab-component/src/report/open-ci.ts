import type { Machine } from '../machine.ts';
import type { Ci, Reading } from './ci.ts';
import { openGitHub } from './github.ts';
import { openGitLab } from './gitlab.ts';
import { openOther } from './other.ts';

/** The CI system that the program runs in. @throws InvalidInputError */
export async function openCi(reading: Reading): Promise<Ci> {
  switch (detectCi(reading.machine.env)) {
    case 'github':
      return openGitHub(reading);
    case 'gitlab':
      return openGitLab(reading);
    default:
      return openOther(reading);
  }
}

/** By the variables that the two have set from the beginning. */
export function detectCi(env: Machine['env']): 'github' | 'gitlab' | 'other' {
  if (isSet(env['GITHUB_ACTIONS'])) return 'github';
  return isSet(env['GITLAB_CI']) ? 'gitlab' : 'other';
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'false';
}
