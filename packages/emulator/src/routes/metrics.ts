import type { RequestHandler, Router } from 'express';
import { createRouter, defineRoute } from '../http/define-route.ts';
import type { ServiceMetrics } from '../metrics.ts';

/** GET /metrics: the server's own figures, for Prometheus. `guard` is empty when anyone may look. */
export function metricsRoutes(metrics: ServiceMetrics, guard: readonly RequestHandler[]): Router {
  const router = createRouter();
  defineRoute(router, '/metrics', {
    get: [
      ...guard,
      async (_req, res) => {
        const text = await metrics.text();
        res.setHeader('Content-Type', metrics.contentType);
        res.end(text);
      },
    ],
  });
  return router;
}
