import type { Event, StoredEvent } from '../event/event.ts';

/** How a client shows who it is. A bearer token is preferred; API keys are deprecated (spec, section 9). */
export type Credentials =
  | { kind: 'token'; token: string }
  | { kind: 'password'; username: string; password: string; clientId: string; audience?: string | undefined }
  | { kind: 'client'; clientId: string; clientSecret: string; audience?: string | undefined }
  | { kind: 'api-key'; apiKey: string };

/** Everything of a client that its user decides, by the name under which an error mentions it. */
export type Setting =
  | 'baseUrl'
  | 'authUrl'
  | 'token'
  | 'username'
  | 'password'
  | 'clientId'
  | 'clientSecret'
  | 'audience'
  | 'apiKey';

export interface ClientOptions {
  /** Such as `https://events.example.com/api`; `/events` is added. Without user, query or fragment. */
  baseUrl: string;
  credentials: Credentials;
  /** Where `/oauth/token` is; the base URL by default. */
  authUrl?: string | undefined;
  /** Milliseconds that one `send` may take in all, waiting included; 60,000 by default. */
  budgetMs?: number | undefined;
  /** Milliseconds after which one try is given up; 15,000 by default, never more than what is left of the budget. */
  attemptTimeoutMs?: number | undefined;
  /** Tries a batch, the first included; 5 by default. */
  maxAttempts?: number | undefined;
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY (in either case) are read: usually `process.env`. No proxy by default. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Sent as User-Agent. */
  userAgent?: string | undefined;
  /** Gives each batch its Idempotency-Key; a random UUID by default. */
  idempotencyKey?: ((events: readonly Event[]) => string) | undefined;
  /** Is told of what happens meanwhile: a retry, a pause, a deprecated key. Never contains a secret. */
  onNotice?: ((notice: Notice) => void) | undefined;
  /** Is told of every secret that the client gets to know by itself (a fetched token), before it is used. */
  onSecret?: ((secret: string) => void) | undefined;
  /** Ends a `send` early when it is aborted: what is not settled by then is undelivered. */
  signal?: AbortSignal | undefined;
  /** Time and chance, for tests. */
  runtime?: Partial<Runtime> | undefined;
}

export interface Runtime {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after that many milliseconds, or as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
}

export interface Notice {
  kind: 'retry' | 'pause' | 'deprecated' | 'token' | 'split' | 'clear-text';
  /** One line for a log. */
  message: string;
}

/**
 * Whose fault it is that events did not arrive. `configuration`: an invalid URL, 400, 401, 403, 404, 405, an
 * answer that is not the service's, a certificate error. `outage`: DNS, refused or reset connections, timeouts,
 * 408, 429 and 5xx after the last try.
 */
export type Fault = 'configuration' | 'outage';

/** What became of one event. */
export type Fate =
  | { state: 'accepted'; event: Event; stored: StoredEvent }
  /** The service looked at it and said no: sending it again is of no use. */
  | { state: 'rejected'; event: Event; reason: string }
  /** It may or may not be stored; sending it again under the same Idempotency-Key is safe. */
  | { state: 'undelivered'; event: Event; problem: Problem };

/** Why a batch could not be delivered. */
export interface Problem {
  fault: Fault;
  /** The setting that is to blame, if one is. */
  setting?: Setting | undefined;
  /** A sentence without its subject, since wrappers name settings differently: `the service refused it: 401 …`. */
  message: string;
  /** HTTP status of the last answer, if there was one. */
  status?: number | undefined;
}

/** A line of the undelivered file. */
export interface UndeliveredBatch {
  idempotencyKey: string;
  events: Event[];
}

export interface SendResult {
  /** One for each event sent, in the order of sending. */
  fates: Fate[];
  /** What `replay` can send later. */
  undelivered: UndeliveredBatch[];
  /** Why, once for each different problem. */
  problems: Problem[];
  /** What the service answered, in order; tries that were repeated are left out. Secrets are redacted. */
  answers: { status: number; body: unknown }[];
}

export interface Client {
  /**
   * Sends events in batches of 15, in order, each under its own Idempotency-Key. Resolves whatever happens: the
   * result says what became of every event.
   *
   * @throws TypeError for an event that JSON cannot hold, or a key that no header can carry; nothing has been sent then.
   */
  send(events: readonly Event[]): Promise<SendResult>;
  /** Sends what an earlier `send` could not deliver, under the same keys. */
  replay(batches: readonly UndeliveredBatch[]): Promise<SendResult>;
}
