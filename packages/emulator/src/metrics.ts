import { blueprints } from '@milepost/shared';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** What GET /metrics shows of the server itself. */
export interface ServiceMetrics {
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  countStored(type: string): void;
  countFailed(type: string): void;
  /** Prometheus' text exposition format. */
  text(): Promise<string>;
  contentType: string;
}

const BUILT_IN = new Set<string>(blueprints.map(({ shortId }) => shortId));

export function createMetrics(): ServiceMetrics {
  const registers = [new Registry()];
  const [registry] = registers;
  if (!registry) throw new Error('no registry');
  const requests = new Histogram({
    name: 'milepost_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const stored = new Counter({
    name: 'milepost_events_stored_total',
    help: 'Events stored.',
    labelNames: ['type'],
    registers,
  });
  const failed = new Counter({
    name: 'milepost_events_failed_total',
    help: 'Events of accepted requests that were not stored.',
    labelNames: ['type'],
    registers,
  });
  let defaults = false;
  // Finding a series by its labels costs more than counting; there are few, since routes are patterns.
  const series = new Map<string, ReturnType<typeof requests.labels>>();

  function observeRequest(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${status} ${route}`;
    const known = series.get(key) ?? requests.labels({ method, route, status });
    series.set(key, known);
    known.observe(seconds);
  }

  // A blueprint's name is its account's own affair, and there may be any number of them.
  const label = (type: string) => (BUILT_IN.has(type) ? type : 'custom');
  return {
    observeRequest,
    countStored: (type) => stored.inc({ type: label(type) }),
    countFailed: (type) => failed.inc({ type: label(type) }),
    contentType: registry.contentType,
    async text() {
      // Watching the process costs; it begins with the first one who looks.
      if (!defaults) collectDefaultMetrics({ register: registry });
      defaults = true;
      return registry.metrics();
    },
  };
}
