import { fileURLToPath } from 'node:url';
import { startChild } from './child.ts';
import type { MeasuredServer } from './servers.ts';

/** What one run of the load generator found. */
export interface LoadResult {
  /** All events that were acknowledged, those of the warm-up included. */
  acknowledgedEvents: number;
  requestsPerSecond: number;
  eventsPerSecond: number;
  /** Latency in milliseconds. */
  p50: number;
  p99: number;
  /** CPU time that the load generator itself took. */
  generatorMicrosPerRequest: number;
}

export interface Load {
  connections: number;
  /** Events of one request. */
  events: number;
  /** Requests that come first and are not measured. */
  warmUp: number;
  /** Requests that are measured. A number and not a time, so that every store holds the same at the end. */
  requests: number;
  idempotencyKeys?: boolean;
}

const generator = fileURLToPath(new URL('./load-generator.ts', import.meta.url));

/** Runs the load generator against a server. Rejects at any answer that does not store everything. */
export async function runLoad(server: MeasuredServer, load: Load): Promise<LoadResult> {
  const { connections, events, warmUp, requests, idempotencyKeys } = load;
  const child = startChild([
    process.execPath,
    generator,
    ...['--port', String(server.port), '--api-key', server.apiKey],
    ...['--connections', String(connections), '--events', String(events)],
    ...['--warm-up', String(warmUp), '--requests', String(requests)],
    ...(idempotencyKeys ? ['--idempotency-keys'] : []),
  ]);
  const line = await child.firstLine;
  await child.ended();
  return JSON.parse(line);
}
