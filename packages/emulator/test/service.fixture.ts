import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApp } from '../src/app.ts';
import { createApiKeyUses } from '../src/auth/api-key-uses.ts';
import { provisionWellKnown } from '../src/auth/provision-well-known.ts';
import {
  WELL_KNOWN_ACCOUNT,
  WELL_KNOWN_API_KEY,
  WELL_KNOWN_CLIENT_ID,
  WELL_KNOWN_USER,
} from '../src/auth/well-known.ts';
import { DEFAULT_SETTINGS } from '../src/calculation/settings.ts';
import type { Config } from '../src/config.ts';
import { createAccountClocks } from '../src/control/account-clocks.ts';
import { createBeginnings } from '../src/control/beginnings.ts';
import { createControlClock } from '../src/control/control-clock.ts';
import type { Emulation } from '../src/control/controls.ts';
import type { IncidentWebhooks } from '../src/incidents/webhook-config.ts';
import { createMetricJobs } from '../src/jobs/metric-jobs.ts';
import { readRepositories } from '../src/repos/read-repositories.ts';
import { removeMirrors, removeOldMirrors } from '../src/repos/remove-mirrors.ts';
import { startServer } from '../src/server.ts';
import { openMemoryStore } from '../src/store/json/open-json-store.ts';
import type { Store } from '../src/store/store.ts';
import { createUrls } from '../src/urls.ts';

/** When the services of the tests begin. */
export const START = Date.parse('2026-03-01T12:00:00Z');

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; a test says what it expects of it. */
  // biome-ignore lint/suspicious/noExplicitAny: every test looks at other members.
  body: any;
}

export interface CallOptions {
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  /** The well-known key by default; null for none. */
  key?: string | null;
}

export type TestService = Awaited<ReturnType<typeof startTestService>>;

/** Memory, any port, no limits. */
export const testConfig: Config = {
  host: '127.0.0.1',
  port: 0,
  basePath: '/milepost',
  publicUrl: undefined,
  authUrl: undefined,
  audience: undefined,
  store: { engine: 'memory' },
  apiKey: WELL_KNOWN_API_KEY,
  apiKeysAccepted: true,
  rateLimits: null,
  entityErrors: 'report',
  loose: false,
  autoEntities: false,
  publicMetrics: false,
  calculation: DEFAULT_SETTINGS,
  mirrors: join(tmpdir(), `milepost-mirrors-${process.pid}`),
  gitTokens: new Map(),
  controlFrom: [],
};

interface TestOptions {
  wrapStore?: ((store: Store) => Store) | undefined;
  /** Address that callers seem to have. */
  callerAddress?: string | undefined;
  /** In the place of the real ones. */
  jobs?: Partial<Emulation['jobs']> | undefined;
  incidentWebhooks?: IncidentWebhooks | undefined;
}

/** The whole service over a memory store, on a clock that the test moves, at /milepost so that base paths are tried, too. */
export async function startTestService(
  options: Partial<Config> = {},
  { wrapStore = (store: Store) => store, callerAddress, jobs: otherJobs, incidentWebhooks }: TestOptions = {},
) {
  let now = START;
  const clock = createControlClock({ now: () => now });
  const clocks = createAccountClocks(clock);
  const config: Config = { ...testConfig, ...options };
  const memory = await openMemoryStore();
  await provisionWellKnown(memory, { apiKey: config.apiKey, now });
  const store = wrapStore(memory);
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => logged.push(line) });
  const keyUses = createApiKeyUses(store, () => {});
  const urls = createUrls(config);
  const stopping = new AbortController();
  const reading = { store, log, mirrors: config.mirrors, tokens: config.gitTokens, env: process.env };
  const jobs = createMetricJobs({
    store,
    clocks,
    realTime: { now: () => Date.now() },
    log,
    settings: config.calculation,
    readRepos: (accountId, signal) =>
      readRepositories({ ...reading, clock: clocks.of(accountId), signal }, accountId),
    ownAccountId: WELL_KNOWN_ACCOUNT.id,
    tidyUp: () => removeOldMirrors(store, config.mirrors),
  });
  const app = createApp({
    config,
    store,
    clocks,
    emulation: {
      clocks,
      beginnings: createBeginnings(),
      jobs: { ...jobs, ...otherJobs },
      apiKey: config.apiKey,
      forgetMirrors: (repos) => removeMirrors(repos, config.mirrors, log),
    },
    log,
    urls,
    keyUses,
    incidentWebhooks,
    stopping: stopping.signal,
  });
  const server = await startServer((req, res) => {
    if (callerAddress !== undefined)
      Object.defineProperty(req.socket, 'remoteAddress', { value: callerAddress });
    app(req, res);
  }, config);
  urls.listeningOn(server.origin);
  const url = urls.baseUrl();

  async function call(method: string, path: string, request: CallOptions = {}): Promise<Answer> {
    const { json, raw, headers = {}, key = config.apiKey } = request;
    const body = json === undefined ? raw : JSON.stringify(json);
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(key === null ? {} : { 'x-api-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
  }

  return {
    url,
    store: memory,
    /** Lines of the log, as JSON text. */
    logged,
    /** The clock that /_control/clock sets; its system is what `advance` moves. */
    clock,
    stopping,
    advance(ms: number) {
      now += ms;
    },
    call,
    get: (path: string, request?: CallOptions) => call('GET', path, request),
    post: (path: string, json: unknown, request?: CallOptions) => call('POST', path, { ...request, json }),
    /** Sends events and answers the response. */
    send: (events: unknown[], request?: CallOptions) =>
      call('POST', '/events', { ...request, json: { events } }),
    /** A bearer token of the well-known user, as headers. */
    async bearer(): Promise<{ key: null; headers: Record<string, string> }> {
      const { body } = await call('POST', '/oauth/token', {
        key: null,
        json: {
          grant_type: 'password',
          username: WELL_KNOWN_USER.email,
          password: WELL_KNOWN_USER.password,
          audience: url,
          client_id: WELL_KNOWN_CLIENT_ID,
          scope: 'openid profile email',
        },
      });
      return { key: null, headers: { authorization: `Bearer ${body.access_token}` } };
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await server.stop(1000);
      await rm(config.mirrors, { recursive: true, force: true });
      await memory.close();
    },
  };
}
