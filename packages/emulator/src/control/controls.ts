import { performance } from 'node:perf_hooks';
import type { RequestHandler, Router } from 'express';
import type { Tokens } from '../auth/tokens.ts';
import type { ControlFrom } from '../config.ts';
import { createRouter } from '../http/define-route.ts';
import type { MetricJobs } from '../jobs/metric-jobs.ts';
import type { Store } from '../store/store.ts';
import { accountRoutes } from './account-routes.ts';
import { calculateRoute } from './calculate-route.ts';
import { createCallerCheck } from './caller-check.ts';
import { claimedSender } from './claimed-sender.ts';
import type { ClearScope } from './clear-scope.ts';
import { clockRoutes } from './clock-routes.ts';
import { faultRoutes } from './fault-routes.ts';
import { createFaults } from './faults.ts';
import { injectFaults } from './inject-faults.ts';
import { createJournal } from './journal.ts';
import { journalRoutes } from './journal-routes.ts';
import { createClockMover, type Midnights } from './move-clock.ts';
import { recordRequests } from './record-requests.ts';
import { refuseLimitedKeys } from './refuse-limited-keys.ts';
import { seedRoute } from './seed-route.ts';
import type { StateDeps } from './state-deps.ts';
import { stateRoutes } from './state-routes.ts';
import { tokenRoutes } from './token-routes.ts';

/** What an emulator lets its controls set, run and replace. */
export interface Emulation extends Omit<StateDeps, 'store' | 'mover' | 'jobs'> {
  jobs: Midnights & Pick<MetricJobs, 'calculate' | 'interrupt' | 'exclusively'>;
}

export interface ControlsDeps {
  /** Who is answered besides loopback. */
  from: ControlFrom;
  /** `authenticate`. No rate limit: the controls never count. */
  authenticated: RequestHandler;
  store: Store;
  tokens: Tokens;
  emulation: Emulation;
  /** Forgets what the service has counted. */
  clear: ClearScope;
  /** Aborted when the server stops. */
  stopping: AbortSignal;
}

/** The emulator's controls: their routes, and what they do to other requests. */
export interface Controls {
  /** Everything under /_control. */
  router: Router;
  /** Takes requests down; before `inject`. */
  record: RequestHandler;
  /** Before all that may be hit by a fault. */
  inject: RequestHandler;
}

/** Makes the controls of emulator mode (contract, section 7). */
export function createControls(deps: ControlsDeps): Controls {
  const { from, authenticated, store, tokens, emulation, stopping } = deps;
  const { clocks, jobs } = emulation;
  const faults = createFaults(() => performance.now());
  const journal = createJournal();
  const senderOf = claimedSender(store);
  const mover = createClockMover({ clocks, midnights: jobs, stopping });
  const state = { ...emulation, store, mover };
  const clear: ClearScope = (scope) => {
    deps.clear(scope);
    faults.clear(scope);
    journal.clear(scope);
  };
  const guard = [authenticated, refuseLimitedKeys];
  const router = createRouter();
  router.use('/_control', onlyFor(from));
  router.use(faultRoutes({ faults, store, guard }));
  router.use(journalRoutes({ journal, stopping, guard }));
  router.use(tokenRoutes({ tokens, guard }));
  router.use(clockRoutes({ clocks, mover, guard }));
  router.use(calculateRoute({ calculate: jobs.calculate, guard }));
  router.use(accountRoutes({ state, clear, guard }));
  router.use(stateRoutes({ state, clear, guard }));
  router.use(seedRoute({ state, guard }));
  return {
    router,
    record: recordRequests({ journal, clocks, realTime: clocks.shared.system, senderOf }),
    inject: injectFaults(faults, senderOf, stopping),
  };
}

/** To anybody else there is nothing here. X-Forwarded-For would be the caller's own word. */
function onlyFor(from: ControlFrom): RequestHandler {
  const mayCall = createCallerCheck(from);
  return (req, _res, next) => {
    if (mayCall(req.socket.remoteAddress)) next();
    else next('router');
  };
}
