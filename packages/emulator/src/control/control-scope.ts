import type { Response } from 'express';
import { identityOf } from '../auth/identity.ts';
import { WELL_KNOWN_ACCOUNT } from '../auth/well-known.ts';
import { HttpError } from '../http/http-errors.ts';

/**
 * What a call to the controls concerns: undefined, the whole emulator, with a credential of the emulator's own
 * account; with any other that account alone, so that tests side by side cannot hurt each other.
 */
export function controlScope(res: Response): string | undefined {
  const { accountId } = identityOf(res);
  return accountId === WELL_KNOWN_ACCOUNT.id ? undefined : accountId;
}

/** Throws a 403 unless the caller may do this for that account. */
export function requireScope(res: Response, accountId: string): void {
  const scope = controlScope(res);
  if (scope === undefined || scope === accountId) return;
  throw new HttpError(
    403,
    "This credential is another account's; only one of the emulator's own account concerns all accounts.",
  );
}
