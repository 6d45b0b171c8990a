import { performance } from 'node:perf_hooks';
import type { Router } from 'express';
import type { Clock } from '../clock.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { sendJson } from '../http/send-json.ts';
import type { Store } from '../store/store.ts';

/** A write is proven at most this often, in milliseconds: probes of several watchers share one. */
const PROBE_INTERVAL = 5000;

/** GET /livez: the process answers. GET /readyz: the store takes writes. */
export function healthRoutes({ store, clock }: { store: Pick<Store, 'probeWrite'>; clock: Clock }): Router {
  const router = createRouter();
  let probe: { at: number; result: Promise<boolean> } | undefined;

  function canWrite(): Promise<boolean> {
    const at = performance.now();
    if (probe && at - probe.at < PROBE_INTERVAL) return probe.result;
    const result = store.probeWrite(clock.now()).then(
      () => true,
      () => false,
    );
    probe = { at, result };
    return result;
  }

  defineRoute(router, '/livez', { get: [(_req, res) => sendJson(res, 200, { status: 'ok' })] });
  defineRoute(router, '/readyz', {
    get: [
      async (_req, res) => {
        if (await canWrite()) {
          sendJson(res, 200, { status: 'ok' });
          return;
        }
        res.setHeader('Retry-After', String(PROBE_INTERVAL / 1000));
        sendJson(res, 503, { message: 'The store cannot take writes now.' });
      },
    ],
  });
  return router;
}
