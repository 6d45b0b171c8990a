/**
 * Sends events over kept-alive connections, each sending its next request when the last is answered, and
 * prints what came of it as one line of JSON (`LoadResult`). A process of its own, so that its work is not the
 * benchmark's. An answer other than a 201 that stores everything ends it with an error.
 *
 *   node load-generator.ts --port 4010 --api-key KEY --connections 32 --events 15 --warm-up 1000 --requests 5000
 */
import { parseArgs } from 'node:util';
import type { LoadResult } from './load.ts';
import { openConnection } from './open-connection.ts';
import { createRequests } from './requests.ts';
import { quantile } from './statistics.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    'api-key': { type: 'string', default: '' },
    connections: { type: 'string', default: '32' },
    events: { type: 'string', default: '1' },
    'warm-up': { type: 'string', default: '0' },
    requests: { type: 'string', default: '1000' },
    'idempotency-keys': { type: 'boolean', default: false },
  },
});
const events = Number(values.events);
const connections = Number(values.connections);
const warmUp = Number(values['warm-up']);
const total = warmUp + Number(values.requests);
const nextRequest = createRequests({
  events,
  apiKey: values['api-key'],
  idempotencyKeys: values['idempotency-keys'],
});

let sent = 0;
let acknowledged = 0;
/** Since when it is measured. */
let start = performance.now();
let cpuBefore = process.cpuUsage();
const latencies = new Float64Array(total - warmUp);

setTimeout(watch, 20_000, -1).unref();
await Promise.all(Array.from({ length: connections }, work));

async function work(): Promise<void> {
  let sentAt = 0;
  const connection = await openConnection({ port: Number(values.port), events, onAnswer, onError: fail });
  sendNext(performance.now());

  function sendNext(now: number): void {
    if (sent >= total) {
      connection.close();
      return;
    }
    sent++;
    sentAt = now;
    connection.send(nextRequest());
  }

  function onAnswer(): void {
    const now = performance.now();
    if (acknowledged >= warmUp) latencies[acknowledged - warmUp] = now - sentAt;
    acknowledged++;
    if (acknowledged === warmUp) {
      start = now;
      cpuBefore = process.cpuUsage();
    }
    if (acknowledged === total) report((now - start) / 1000);
    sendNext(now);
  }
}

function report(seconds: number): void {
  const cpu = process.cpuUsage(cpuBefore);
  const requests = latencies.length;
  latencies.sort();
  const result: LoadResult = {
    acknowledgedEvents: acknowledged * events,
    requestsPerSecond: requests / seconds,
    eventsPerSecond: (requests * events) / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    generatorMicrosPerRequest: (cpu.user + cpu.system) / requests,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

function fail(error: Error): void {
  process.stderr.write(`load-generator: ${error.message}\n`);
  process.exit(1);
}

/** What hangs has an end: twenty seconds without any answer. */
function watch(before: number): void {
  if (acknowledged === before) fail(new Error('requests stay unanswered'));
  setTimeout(watch, 20_000, acknowledged).unref();
}
