import { setTimeout as sleep } from 'node:timers/promises';
import { jsonOf, messageOf } from '../client/answer-text.ts';
import { exchangeWithRetries, type Outcome, seconds } from '../client/exchange-with-retries.ts';
import { parseUrl } from '../client/parse-url.ts';
import type { Patience } from '../client/run.ts';
import { type Answer, openTransport } from '../client/transport.ts';
import type { ClientOptions, Runtime } from '../client/types.ts';
import { USER_AGENT } from '../client/user-agent.ts';
import { ApiError } from './api-error.ts';

export interface ApiOptions {
  /** Such as `GitLab`, for messages. */
  name: string;
  /** Such as `https://gitlab.com/api/v4`, without a slash at the end. */
  url: string;
  /** Who asks, and for which version. */
  headers: Readonly<Record<string, string>>;
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are read. */
  env?: ClientOptions['env'];
  /** Ends questions early when it is aborted. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for all tries of one question; 60,000 by default. */
  budgetMs?: number;
  /** Milliseconds for one try; 15,000 by default. */
  attemptTimeoutMs?: number;
  /** Tries of one question; 5 by default. */
  maxAttempts?: number;
  redact(text: string): string;
  /** Is told of retries and pauses. */
  onNotice?: ((message: string) => void) | undefined;
  /** Time and chance, for tests. */
  runtime?: Partial<Runtime> | undefined;
}

/** An answer of an API. */
export interface Page {
  /** JSON. */
  body: unknown;
  /** Where the next page is (`Link: rel="next"`); `get` takes it. */
  next: string | undefined;
}

/** The REST API of GitHub or GitLab. */
export interface Api {
  /**
   * @param path such as `/projects/1/deployments`, or what `next` gave.
   * @throws ApiError
   */
  get(path: string, query?: Readonly<Record<string, string | number>>): Promise<Page>;
  /** Drops all connections. */
  close(): void;
}

/**
 * Opens an API for reading, by the transport that also delivers events: proxies, own CAs and tries are the same. It
 * waits for used-up rate limits as long as the budget of a question allows.
 *
 * @throws ApiError when the URL is none.
 */
export function openApi(options: ApiOptions): Api {
  const { name, headers, signal, redact, onNotice, env = {} } = options;
  const { budgetMs = 60_000, attemptTimeoutMs = 15_000, maxAttempts = 5 } = options;
  const base = parseUrl(options.url);
  if (!base || !/^https?:$/.test(base.protocol)) {
    throw new ApiError(`the address of ${name}'s API is not a valid URL: ${redact(options.url)}`);
  }
  const runtime: Runtime = {
    now: Date.now,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
    random: Math.random,
    ...options.runtime,
  };
  const transport = openTransport(env, signal);
  const notify = (_kind: string, message: string) => onNotice?.(redact(message));

  async function ask(url: URL): Promise<Answer> {
    const settings = { budgetMs, attemptTimeoutMs, maxAttempts };
    const deadline = runtime.now() + budgetMs;
    const patience: Patience = { settings, transport, runtime, signal, deadline, redact, notify };
    for (;;) {
      const call = { url, headers: { 'user-agent': USER_AGENT, ...headers } };
      // Of a token that no header can carry; it is not in the message.
      const outcome = await exchangeWithRetries(call, patience).catch((cause: unknown) => {
        throw new ApiError(`${name}'s API cannot be asked: ${redact(String(cause))}`, { cause });
      });
      const wait = waitOf(outcome, runtime.now());
      if (wait === undefined || runtime.now() + wait >= deadline || signal?.aborted) {
        return answerOf(outcome, name, redact, wait !== undefined);
      }
      notify('pause', `${name}'s rate limit is used up; going on in ${seconds(wait)}`);
      await runtime.sleep(wait, signal);
    }
  }

  return {
    async get(path, query = {}) {
      const url = parseUrl(/^https?:/.test(path) ? path : `${base.href.replace(/\/+$/, '')}${path}`);
      // Nobody else may get the token, wherever a page says that the next one is.
      if (url?.origin !== base.origin) throw new ApiError(`${name}'s API leads elsewhere: ${redact(path)}`);
      for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value));
      const answer = await ask(url);
      const body = jsonOf(answer);
      if (body === undefined) throw new ApiError(`${name}'s API did not answer in JSON`);
      return { body, next: nextOf(answer) };
    },
    close: transport.close,
  };
}

/** Milliseconds until GitHub answers again, which says 403 when a limit is used up; undefined for other answers. */
function waitOf(outcome: Outcome, now: number): number | undefined {
  if ('problem' in outcome || ![403, 429].includes(outcome.answer.status)) return undefined;
  const { headers } = outcome.answer;
  const after = Number(headers['retry-after']);
  if (headers['retry-after'] !== undefined && after >= 0) return after * 1000;
  const reset = Number(headers['x-ratelimit-reset']);
  if (headers['x-ratelimit-remaining'] !== '0' || !(reset > 0)) return undefined;
  return Math.max(0, reset * 1000 - now) + 1000;
}

function answerOf(
  outcome: Outcome,
  name: string,
  redact: (text: string) => string,
  isLimited: boolean,
): Answer {
  if ('problem' in outcome) {
    throw new ApiError(`${name}'s API did not answer: ${outcome.problem.message}`, {
      status: outcome.problem.status,
    });
  }
  const { answer } = outcome;
  const { status } = answer;
  if (status >= 200 && status < 300) return answer;
  if (isLimited) throw new ApiError(`${name}'s rate limit is used up`);
  // The status comes first: what a stranger's page says may be long.
  throw new ApiError(`${name}'s API answered ${status}${messageOf(answer, redact)}`, { status });
}

/** @see https://www.rfc-editor.org/rfc/rfc8288 */
function nextOf({ headers }: Answer): string | undefined {
  const links = [headers['link'] ?? []].flat().join(', ');
  for (const [, url, parameters = ''] of links.matchAll(/<([^<>]*)>([^<>]*)/g)) {
    if (/;\s*rel="?next"?\s*(?:[;,]|$)/.test(parameters)) return url;
  }
  return undefined;
}
