import type { RequestHandler } from 'express';
import { identityOf } from '../auth/identity.ts';
import { HttpError } from '../http/http-errors.ts';

/** A key that is limited to some entities must not reach the others by a token, a reset or a restore. */
export const refuseLimitedKeys: RequestHandler = (_req, res, next) => {
  if (identityOf(res).entityIds !== null) {
    throw new HttpError(403, 'This API key is limited to certain entities and cannot use the controls.', {
      rule: 'limited-key',
    });
  }
  next();
};
