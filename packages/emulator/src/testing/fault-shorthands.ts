import type { FaultAction } from '../control/fault-action.schema.ts';
import type { FaultFilter, FaultInput, InjectedFault } from './faults-handle.ts';

/** How often, for whom and for how long. */
export interface FaultOptions {
  /** How often it happens; once when left out, `Infinity` until it is removed. */
  times?: number | undefined;
  /** Which requests it happens to; those to POST /events when left out, all with `{}`. */
  match?: FaultFilter | undefined;
  /** Milliseconds of real time after which it is over. */
  ttlMs?: number | undefined;
}

/** The usual mishaps, by name. Any other is made with `add`. */
export interface FaultShorthands {
  /** 429 with a Retry-After, in seconds; 1 when left out. */
  tooManyRequests(options?: FaultOptions & { retryAfter?: number | undefined }): Promise<InjectedFault>;
  /** 503, or another status from 500 on, with a Retry-After only when one is given. */
  unavailable(
    options?: FaultOptions & { status?: number | undefined; retryAfter?: number | undefined },
  ): Promise<InjectedFault>;
  /** The connection is reset before the request is read: nothing of it is stored. */
  dropRequest(options?: FaultOptions): Promise<InjectedFault>;
  /** The connection is reset after the request was handled: what it stored is stored, only the answer is lost. */
  loseAnswer(options?: FaultOptions): Promise<InjectedFault>;
  /** The answer ends after so many bytes of its body, 10 when left out. */
  cutAnswer(options?: FaultOptions & { bytes?: number | undefined }): Promise<InjectedFault>;
  /** The request waits for so many milliseconds of real time before it is handled. */
  delay(ms: number, options?: FaultOptions): Promise<InjectedFault>;
  /** The events at these indexes of the request end up in `failures`; the others are stored. */
  failEvents(indexes: readonly number[], options?: FaultOptions): Promise<InjectedFault>;
}

export function faultShorthands(add: (fault: FaultInput) => Promise<InjectedFault>): FaultShorthands {
  const inject = (action: FaultAction, { times = 1, match = SENDING, ttlMs }: FaultOptions = {}) =>
    add({
      match,
      do: action,
      ...(times === Number.POSITIVE_INFINITY ? {} : { times }),
      ...(ttlMs === undefined ? {} : { ttlMs }),
    });

  return {
    tooManyRequests: ({ retryAfter = 1, ...options } = {}) =>
      inject(refusal(429, `Rate limit exceeded. Try again in ${retryAfter} s.`, retryAfter), options),
    unavailable: ({ status = 503, retryAfter, ...options } = {}) =>
      inject(refusal(status, 'The service cannot answer now. Try again.', retryAfter), options),
    dropRequest: (options) => inject({ reset: 'before' }, options),
    loseAnswer: (options) => inject({ reset: 'after-commit' }, options),
    cutAnswer: ({ bytes = 10, ...options } = {}) => inject({ truncate: bytes }, options),
    delay: (ms, options) => inject({ latencyMs: ms }, options),
    failEvents: (indexes, options) => inject({ partial: [...indexes] }, options),
  };
}

const SENDING: FaultFilter = { method: 'POST', path: '/events' };

/** As the service itself words it. */
function refusal(status: number, message: string, retryAfter: number | undefined): FaultAction {
  const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
  return { status, headers, body: { message } };
}
