import { clearInterval, setInterval } from 'node:timers';
import { millisecondsInHour } from 'date-fns/constants';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { IDEMPOTENCY_LIFETIME } from '../ingest/ingest-events.ts';
import type { Store } from '../store/store.ts';

/** Forgets expired Idempotency-Keys once an hour, so that they do not pile up. */
export function purgeIdempotencyKeys(
  store: Pick<Store, 'purgeIdempotencyKeys'>,
  /** The earliest of all accounts' clocks: none may lose what it still needs. */
  clock: Clock,
  log: Logger,
): { stop(): void } {
  const timer = setInterval(() => {
    store
      .purgeIdempotencyKeys(clock.now() - IDEMPOTENCY_LIFETIME)
      .catch((err: unknown) => log.warn({ err }, 'expired idempotency keys were not purged'));
  }, millisecondsInHour).unref();
  return { stop: () => clearInterval(timer) };
}
