import { createHash } from 'node:crypto';

export interface RequestShape {
  /** Events of one request. */
  events: number;
  apiKey: string;
  /** A new Idempotency-Key with each request, as our own clients send it. */
  idempotencyKeys: boolean;
}

/** Distinct requests that take turns; many more than there are connections. */
const DISTINCT = 512;

const TIMESTAMP = '2026-01-01T00:00:00.000Z';
const KEY = '0'.repeat(36);
const HOSTED = ['checkout', 'payments'];
const ENVIRONMENTS = ['production', 'staging', 'qa', 'development'];

/**
 * Makes whole HTTP requests ready to be written to a socket. They are built once; what has to be new is
 * overwritten in place: the timestamps (a deployment is reported when it happens) and the Idempotency-Key.
 * No port in Host, so that every server gets the same bytes.
 */
export function createRequests(shape: RequestShape): () => Buffer {
  const templates = Array.from({ length: DISTINCT }, (_, index) => template(shape, index));
  const places = templates.map((request) => ({
    request,
    timestamps: placesOf(request, TIMESTAMP),
    keys: placesOf(request, KEY),
  }));
  let sent = 0;
  let stampedAt = 0;
  let now = '';

  return () => {
    const next = places[sent++ % DISTINCT];
    if (!next) throw new Error('no requests');
    const { request, timestamps, keys } = next;
    const time = Date.now();
    if (time !== stampedAt) {
      stampedAt = time;
      now = new Date(time).toISOString();
    }
    for (const place of timestamps) request.write(now, place, 'latin1');
    // Of this process and this moment: no other run has sent it.
    for (const place of keys) request.write(`${process.pid}-${time}-${sent}`, place, 'latin1');
    return request;
  };
}

function template({ events, apiKey, idempotencyKeys }: RequestShape, index: number): Buffer {
  const body = JSON.stringify({
    events: Array.from({ length: events }, (_, position) => deployment(index * events + position)),
  });
  const head = [
    'POST /events HTTP/1.1',
    'Host: milepost.test',
    `x-api-key: ${apiKey}`,
    'Content-Type: application/json',
    ...(idempotencyKeys ? [`Idempotency-Key: ${KEY}`] : []),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function deployment(number: number) {
  return {
    type: 'event-deploy',
    timestamp: TIMESTAMP,
    entityId: HOSTED[number % HOSTED.length],
    attributes: {
      env: ENVIRONMENTS[number % ENVIRONMENTS.length],
      status: number % 7 === 0 ? 'failed' : 'success',
      build_id: String(20_000 + number),
      build_commit_sha: createHash('sha1').update(String(number)).digest('hex'),
      change_id: `CHG${String(3_000_000 + number)}`,
    },
  };
}

function placesOf(request: Buffer, text: string): number[] {
  const places: number[] = [];
  for (let at = request.indexOf(text); at >= 0; at = request.indexOf(text, at + text.length)) places.push(at);
  return places;
}
