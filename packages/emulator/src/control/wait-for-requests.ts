// Not the global one: a test that fakes time in the emulator's process would wait for ever.
import { clearTimeout, setTimeout } from 'node:timers';
import type { Response } from 'express';
import type { Journal, JournalFilter } from './journal.ts';

/**
 * Resolves when enough requests have been taken down, the time is over, the caller of `res` has left, or the server
 * stops, whichever comes first. Those that were there before count.
 *
 * @param ms real time.
 */
export function waitForRequests(
  journal: Journal,
  filter: JournalFilter,
  { count, ms }: { count: number; ms: number },
  { res, stopping }: { res: Response; stopping: AbortSignal },
): Promise<void> {
  return new Promise((resolve) => {
    let seen = journal.list(filter).length;

    function end(): void {
      clearTimeout(timer);
      unwatch();
      res.off('close', end);
      stopping.removeEventListener('abort', end);
      resolve();
    }

    const unwatch = journal.watch((request) => {
      if (filter.scope !== undefined && filter.scope !== request.accountId) return;
      if (!filter.matches(request)) return;
      seen += 1;
      if (seen < count) return;
      // The journal may have been cleared meanwhile.
      seen = journal.list(filter).length;
      if (seen >= count) end();
    });
    const timer = setTimeout(end, ms);
    res.once('close', end);
    stopping.addEventListener('abort', end);
    if (seen >= count || stopping.aborted) end();
  });
}
