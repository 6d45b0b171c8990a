import type { Problem, Runtime } from './types.ts';

/** How one try ended. */
export type Try<T> =
  | { done: T }
  /** `retryAfterMs`: the server asked for at least so long a pause. */
  | { problem: Problem; retry: boolean; retryAfterMs?: number | undefined };

export interface RetryOptions {
  maxAttempts: number;
  attemptTimeoutMs: number;
  /** The instant at which everything must be over, by `runtime.now`. */
  deadline: number;
  runtime: Runtime;
  onRetry(message: string): void;
}

const FIRST_DELAY = 500;
const LONGEST_DELAY = 10_000;

/** Tries until it is done, is not worth trying again, or there is no try or no time left. */
export async function retry<T>(
  once: (timeoutMs: number) => Promise<Try<T>>,
  { maxAttempts, attemptTimeoutMs, deadline, runtime, onRetry }: RetryOptions,
): Promise<{ done: T } | { problem: Problem }> {
  let last: Problem = { fault: 'outage', message: 'there was no time left for a try' };
  for (let attempt = 1; ; attempt++) {
    const left = deadline - runtime.now();
    if (left <= 0) return { problem: last };
    const result = await once(Math.min(attemptTimeoutMs, left));
    if ('done' in result) return result;
    last = result.problem;
    if (!result.retry) return { problem: last };
    if (attempt >= maxAttempts) return { problem: withEnd(last, `after ${counted(attempt)}`) };
    const wait = Math.max(result.retryAfterMs ?? 0, backoff(attempt, runtime.random()));
    if (runtime.now() + wait >= deadline) {
      const pause = `the next one would have been in ${seconds(wait)}, beyond the time limit`;
      return { problem: withEnd(last, `after ${counted(attempt)}; ${pause}`) };
    }
    onRetry(`${last.message}; trying again in ${seconds(wait)} (${attempt + 1} of ${maxAttempts})`);
    await runtime.sleep(wait);
  }
}

/** Milliseconds before the try after `attempt`: exponential, with full jitter, so that many clients spread out. */
export function backoff(attempt: number, random: number): number {
  return Math.round(random * Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (attempt - 1)));
}

/** The pause that a Retry-After asks for (RFC 9110, section 10.2.3), in milliseconds; undefined when it is no such field. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function withEnd(problem: Problem, end: string): Problem {
  return { ...problem, message: `${problem.message} (${end})` };
}

function counted(attempts: number): string {
  return attempts === 1 ? '1 try' : `${attempts} tries`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}
