import type { RequestHandler, Router } from 'express';
import { identityOf } from '../auth/identity.ts';
import type { Tokens } from '../auth/tokens.ts';
import { WELL_KNOWN_ACCOUNT } from '../auth/well-known.ts';
import type { ControlFrom } from '../config.ts';
import { createRouter } from '../http/define-route.ts';
import { HttpError } from '../http/http-errors.ts';
import type { Store } from '../store/store.ts';
import { type CalculateDeps, calculateRoute } from './calculate-route.ts';
import { createCallerCheck } from './caller-check.ts';
import { clockRoutes } from './clock-routes.ts';
import type { ControlClock } from './control-clock.ts';
import { faultRoutes } from './fault-routes.ts';
import { createFaults } from './faults.ts';
import { injectFaults } from './inject-faults.ts';
import type { Midnights } from './move-clock.ts';
import { tokenRoutes } from './token-routes.ts';

/** The metric calculation, as the controls use it. */
export interface Calculation extends Pick<CalculateDeps, 'calculate'> {
  midnights: Midnights;
}

export interface ControlsDeps {
  /** Who is answered besides loopback. */
  from: ControlFrom;
  /** `authenticate`. No rate limit: the controls never count. */
  authenticated: RequestHandler;
  store: Pick<Store, 'listApiKeys' | 'getUser' | 'findUserByEmail'>;
  tokens: Tokens;
  /** The clock that all of the service goes by, and what goes by it; without them there is nothing to set. */
  clock?: ControlClock | undefined;
  calculation?: Calculation | undefined;
  /** Aborted when the server stops. */
  stopping: AbortSignal;
}

/** The emulator's controls: their routes, and what they do to other requests. */
export interface Controls {
  /** Everything under /_control. */
  router: Router;
  /** Before all that may be hit by a fault. */
  inject: RequestHandler;
}

/** Makes the controls of emulator mode (contract, section 7). */
export function createControls(deps: ControlsDeps): Controls {
  const { from, authenticated, store, tokens, clock, calculation, stopping } = deps;
  const faults = createFaults(() => performance.now());
  const guard = [authenticated, emulatorAccount];
  const router = createRouter();
  router.use('/_control', onlyFor(from));
  router.use(faultRoutes({ faults, store, guard }));
  router.use(tokenRoutes({ tokens, guard }));
  if (clock && calculation) {
    router.use(clockRoutes({ clock, midnights: calculation.midnights, stopping, guard }));
    router.use(calculateRoute({ calculate: calculation.calculate, guard }));
  }
  return { router, inject: injectFaults(faults, stopping) };
}

/** To anybody else there is nothing here. X-Forwarded-For would be the caller's own word. */
function onlyFor(from: ControlFrom): RequestHandler {
  const mayCall = createCallerCheck(from);
  return (req, _res, next) => {
    if (mayCall(req.socket.remoteAddress)) next();
    else next('router');
  };
}

const emulatorAccount: RequestHandler = (_req, res, next) => {
  if (identityOf(res).accountId !== WELL_KNOWN_ACCOUNT.id) {
    throw new HttpError(401, "The controls take credentials of the emulator's own account only", {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }
  next();
};
