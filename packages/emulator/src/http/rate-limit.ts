import type { RequestHandler } from 'express';
import { type Identity, identityOf } from '../auth/identity.ts';
import type { Clocks } from '../clock.ts';
import type { RateLimits } from '../config.ts';
import { HttpError } from './http-errors.ts';

/** A limit on one fixed window of time. */
export interface RatePolicy {
  name: 'minute' | 'hour';
  /** Requests allowed in a window. */
  quota: number;
  /** Length of a window in seconds. */
  window: number;
}

/** Where a credential stands with one policy. */
export interface RateStanding {
  policy: RatePolicy;
  /** Requests still allowed in the window. */
  remaining: number;
  /** Whole seconds until the window ends; at least 1. */
  resetAfter: number;
}

/** Counts requests. An interface of its own, so that replicas can share one counter. */
export interface RateCounter {
  /** Counts a request unless a policy has none left; then nothing is counted, by no policy. */
  take(
    credential: Pick<Identity, 'kind' | 'id' | 'accountId'>,
    policies: readonly RatePolicy[],
  ): RateTaken | Promise<RateTaken>;
  /** Lets the credentials of an account, or all of them, begin anew. */
  forget(accountId?: string): void | Promise<void>;
}

/** One standing a policy, after the request. */
export interface RateTaken {
  allowed: boolean;
  standings: readonly RateStanding[];
}

/**
 * Answers 429 to a credential that has used up its requests (contract, section 4); belongs behind
 * `authenticate`. Without limits of the server's (`null`) only keys with limits of their own are counted.
 *
 * Not express-rate-limit, nor rate-limiter-flexible: both read `Date.now()` themselves, so that the
 * emulator's clock could not move them, express-rate-limit counts what it refuses, and either wants one
 * limiter a window, of which the first has counted when the second refuses.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function rateLimit(limits: RateLimits | null, counter: RateCounter): RequestHandler {
  return async (_req, res, next) => {
    const identity = identityOf(res);
    const policies = policiesOf(identity, limits);
    if (policies.length === 0) {
      next();
      return;
    }
    const { allowed, standings } = await counter.take(identity, policies);
    res.setHeader(
      'RateLimit-Policy',
      policies.map(({ name, quota, window }) => `"${name}";q=${quota};w=${window}`).join(', '),
    );
    res.setHeader(
      'RateLimit',
      standings
        .map(({ policy, remaining, resetAfter }) => `"${policy.name}";r=${remaining};t=${resetAfter}`)
        .join(', '),
    );
    if (!allowed) throw tooManyRequests(standings);
    next();
  };
}

function policiesOf({ rateLimits }: Identity, limits: RateLimits | null): RatePolicy[] {
  const minute = rateLimits.minute ?? limits?.minute;
  const hour = rateLimits.hour ?? limits?.hour;
  const policies: RatePolicy[] = [];
  if (minute !== undefined) policies.push({ name: 'minute', quota: minute, window: 60 });
  if (hour !== undefined) policies.push({ name: 'hour', quota: hour, window: 3600 });
  return policies;
}

function tooManyRequests(standings: readonly RateStanding[]): HttpError {
  const exhausted = standings.filter(({ remaining }) => remaining === 0);
  // All of them must have ended before a request passes again.
  const wait = Math.max(...exhausted.map(({ resetAfter }) => resetAfter));
  const limits = exhausted.map(({ policy }) => `${policy.quota} requests per ${policy.name}`).join(' and ');
  return new HttpError(429, `Rate limit exceeded: ${limits}. Try again in ${wait} s.`, {
    headers: { 'Retry-After': String(wait) },
  });
}

const SWEEP_INTERVAL_MS = 60_000;

interface Window {
  /** By whose clock it is. */
  accountId: string;
  startedAt: number;
  endsAt: number;
  count: number;
}

/** Counts in the memory of this process. What has ended is swept out once a minute. */
export function createMemoryRateCounter(clocks: Clocks): RateCounter {
  const windows = new Map<string, Window>();
  let sweptAt = clocks.shared.now();

  function sweep(): void {
    const now = clocks.shared.now();
    // Also when the clock was set back.
    if (Math.abs(now - sweptAt) < SWEEP_INTERVAL_MS) return;
    sweptAt = now;
    for (const [key, window] of windows) {
      if (!isRunning(window, clocks.of(window.accountId).now())) windows.delete(key);
    }
  }

  return {
    take({ kind, id, accountId }, policies) {
      const now = clocks.of(accountId).now();
      sweep();
      const current = policies.map((policy) => {
        const key = `${policy.name}:${accountId}:${kind}:${id}`;
        const known = windows.get(key);
        const window =
          known && isRunning(known, now)
            ? known
            : { accountId, startedAt: now, endsAt: now + policy.window * 1000, count: 0 };
        return { policy, key, window };
      });
      const allowed = current.every(({ policy, window }) => window.count < policy.quota);
      const standings = current.map(({ policy, key, window }) => {
        if (allowed) {
          window.count++;
          windows.set(key, window);
        }
        return {
          policy,
          // A quota may have been lowered below what was counted already.
          remaining: Math.max(0, policy.quota - window.count),
          resetAfter: Math.ceil((window.endsAt - now) / 1000),
        };
      });
      return { allowed, standings };
    },
    forget(accountId) {
      for (const [key, window] of windows) {
        if (accountId === undefined || window.accountId === accountId) windows.delete(key);
      }
    },
  };
}

/** A window in the future is there when the clock was set back; waiting for it could take for ever. */
function isRunning({ startedAt, endsAt }: Window, now: number): boolean {
  return startedAt <= now && now < endsAt;
}
