import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_BODY_BYTES } from '../event/limits.ts';
import { createAuthorizer } from './authorizer.ts';
import { type Batch, restoreBatches, splitIntoBatches } from './batches.ts';
import { secretsOf } from './check-credentials.ts';
import { proxyFor } from './proxy.ts';
import { createRedactor } from './redact.ts';
import type { Run } from './run.ts';
import { sendBatches } from './send-batches.ts';
import { checkSettings, type Settings } from './settings.ts';
import { openTransport } from './transport.ts';
import type { Client, ClientOptions, Fate, Notice, Runtime, SendResult } from './types.ts';

/**
 * A client of the event ingestion service. It connects when it sends, and holds no process open between.
 *
 * @throws ClientSettingError when a setting cannot be used; RangeError or TypeError for a number or a User-Agent that
 * cannot be.
 */
export function createClient(options: ClientOptions): Client {
  const settings = checkSettings(options);
  const { env = {}, signal, onNotice, onSecret, idempotencyKey: makeKey = () => randomUUID() } = options;
  const runtime: Runtime = {
    now: Date.now,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
    random: Math.random,
    ...options.runtime,
  };
  const { add, redact } = createRedactor(secretsOf(settings.credentials));
  const learn = (secret: string) => {
    add(secret);
    onSecret?.(secret);
  };
  for (const secret of proxySecrets(settings, env)) learn(secret);
  const authorizer = createAuthorizer(settings.credentials, learn);
  const notify = (kind: Notice['kind'], message: string) => onNotice?.({ kind, message: redact(message) });
  let warnings = warningsOf(settings);

  async function deliver(batches: readonly Batch[], settled: ReadonlyMap<number, Fate>): Promise<SendResult> {
    for (const { kind, message } of warnings) notify(kind, message);
    warnings = [];
    const transport = openTransport(env, signal);
    const deadline = runtime.now() + settings.budgetMs;
    const run: Run = { settings, transport, runtime, signal, deadline, redact, notify };
    try {
      return await sendBatches(batches, settled, { authorizer, makeKey, run });
    } finally {
      transport.close();
    }
  }

  return {
    async send(events) {
      const timestamp = new Date(runtime.now()).toISOString();
      // Set before the first try: a retry is the same event, even if the service knows nothing of its key.
      const stamped = events.map((event) =>
        event.timestamp === undefined ? { ...event, timestamp } : event,
      );
      const { batches, oversized } = splitIntoBatches(stamped, makeKey);
      const reason = `it is too large: a request has at most ${MAX_BODY_BYTES} bytes`;
      return deliver(
        batches,
        new Map(oversized.map(({ index, event }) => [index, { state: 'rejected', event, reason }])),
      );
    },
    async replay(batches) {
      return deliver(restoreBatches(batches), new Map());
    },
  };
}

function proxySecrets(
  { eventsUrl, tokenUrl }: Settings,
  env: NonNullable<ClientOptions['env']>,
): Set<string> {
  const proxies = [eventsUrl, tokenUrl].map((url) => proxyFor(url, env));
  return new Set(proxies.flatMap((proxy) => (proxy && 'secrets' in proxy ? proxy.secrets : [])));
}

/** What is worth a line once a client. */
function warningsOf({ credentials, eventsUrl, tokenUrl }: Settings): Notice[] {
  const warnings: Notice[] = [];
  if (credentials.kind === 'api-key') {
    warnings.push({
      kind: 'deprecated',
      message: 'API keys are deprecated and will be removed; use a bearer token',
    });
  }
  const hasToken = credentials.kind === 'password' || credentials.kind === 'client';
  const urls = hasToken ? [eventsUrl, tokenUrl] : [eventsUrl];
  for (const origin of new Set(urls.map((url) => url.origin))) {
    const { protocol, hostname } = new URL(origin);
    if (protocol === 'http:' && !isLoopback(hostname)) {
      warnings.push({
        kind: 'clear-text',
        message: `credentials travel to ${origin} in clear text; use https://`,
      });
    }
  }
  return warnings;
}

function isLoopback(hostname: string): boolean {
  if (isIP(hostname) === 4) return hostname.startsWith('127.');
  return hostname === '[::1]' || hostname === 'localhost' || hostname.endsWith('.localhost');
}
