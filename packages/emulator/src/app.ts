import express, { type Express } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { Logger } from 'pino';
import type { ApiKeyUses } from './auth/api-key-uses.ts';
import { createLoginThrottle } from './auth/login-throttle.ts';
import type { ServiceUrls } from './auth/service-urls.ts';
import { createSigningKeys } from './auth/signing-keys.ts';
import { startingEmail } from './auth/starting-contents.ts';
import { createTokens } from './auth/tokens.ts';
import type { Clocks } from './clock.ts';
import type { Config } from './config.ts';
import { createControls, type Emulation } from './control/controls.ts';
import { authenticate, bearerOnly } from './http/authenticate.ts';
import { dateHeader } from './http/date-header.ts';
import { createRouter } from './http/define-route.ts';
import { handleErrors, notFound } from './http/handle-errors.ts';
import { logRequests } from './http/log-requests.ts';
import { createMemoryRateCounter, rateLimit } from './http/rate-limit.ts';
import { assignRequestId } from './http/request-id.ts';
import type { IncidentWebhooks } from './incidents/webhook-config.ts';
import { createMetrics } from './metrics.ts';
import { apiKeysRoutes } from './routes/api-keys.ts';
import { blueprintRoutes } from './routes/blueprints.ts';
import { discoveryRoutes } from './routes/discovery.ts';
import { docsRoutes } from './routes/docs.ts';
import { doraRoutes } from './routes/dora.ts';
import { entityRoutes } from './routes/entities.ts';
import { eventRoutes } from './routes/events.ts';
import { healthRoutes } from './routes/health.ts';
import { incidentWebhookRoutes } from './routes/incident-webhooks.ts';
import { incidentRoutes } from './routes/incidents.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { oauthRoutes } from './routes/oauth.ts';
import { repoRoutes } from './routes/repos.ts';
import type { Store } from './store/store.ts';

export interface AppDeps {
  config: Config;
  store: Store;
  clocks: Clocks;
  /** What the controls may set, run and replace; without it there are none. */
  emulation?: Emulation | undefined;
  log: Logger;
  urls: ServiceUrls;
  keyUses: ApiKeyUses;
  /** Systems that may send incidents; none by default. */
  incidentWebhooks?: IncidentWebhooks | undefined;
  /** Aborted when the server stops: what waits on purpose need not wait any longer. */
  stopping: AbortSignal;
}

/** The whole service as an Express application: middleware and routes, in the order in which they are asked. */
export function createApp(deps: AppDeps): Express {
  const { config, store, clocks, emulation, log, urls, keyUses, stopping } = deps;
  const { shared: clock } = clocks;
  const metrics = createMetrics();
  const signingKeys = createSigningKeys(store);
  const tokens = createTokens({ signingKeys, urls, clocks });
  const authentication = { store, tokens, keyUses, clocks, urls, apiKeysAccepted: config.apiKeysAccepted };
  const anyCredential = authenticate(authentication);
  const counter = createMemoryRateCounter(clocks);
  const limited = rateLimit(config.rateLimits, counter);
  const throttle = createLoginThrottle(clock);
  const guard = [anyCredential, limited];
  const controls =
    config.controlFrom === null || !emulation
      ? undefined
      : createControls({
          from: config.controlFrom,
          authenticated: anyCredential,
          store,
          tokens,
          emulation,
          clear(scope) {
            counter.forget(scope);
            throttle.forget(scope === undefined ? undefined : startingEmail(scope));
          },
          stopping,
        });

  const service = createRouter();
  service.use(healthRoutes({ store, clock }));
  service.use(discoveryRoutes({ signingKeys, urls }));
  service.use(oauthRoutes({ store, tokens, throttle }));
  service.use(docsRoutes({ urls, controls: controls !== undefined }));
  service.use(metricsRoutes(metrics, config.publicMetrics ? [] : [anyCredential]));
  service.use(entityRoutes({ store, clocks, guard }));
  service.use(blueprintRoutes({ store, clocks, guard }));
  service.use(repoRoutes({ store, clocks, guard }));
  service.use(doraRoutes({ store, clocks, settings: config.calculation, urls, guard }));
  service.use(incidentRoutes({ store, clocks, guard }));
  service.use(incidentWebhookRoutes({ store, clocks, webhooks: deps.incidentWebhooks ?? new Map() }));
  service.use(apiKeysRoutes({ store, clocks, keyUses, guard: [bearerOnly(authentication), limited] }));
  if (controls) service.use(controls.router);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  if (emulation) app.use(dateHeader(emulation.clocks.shared));
  app.use(assignRequestId, logRequests(log, metrics));
  app.use(helmet(API_HEADERS));
  const base = config.basePath === '' ? '/' : config.basePath;
  if (controls) app.use(base, controls.record, controls.inject);
  // First, and not within `service`: routers are asked in order, and most requests are events.
  app.use(base, eventRoutes({ config, store, clocks, log, metrics, guard }));
  app.use(base, service);
  app.use(notFound(config.basePath), handleErrors(log));
  return app;
}

/**
 * For answers that are data: nothing may be loaded by them, nothing may frame or sniff them. Pages set their own
 * policy. TLS is a proxy's affair, and the headers for browsers of long ago cost more than they protect.
 */
const API_HEADERS: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  strictTransportSecurity: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};
