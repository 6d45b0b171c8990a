import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks again and again until the answer is neither undefined nor false.
 *
 * @param what is waited for, for the error.
 * @param deadlineMs how long at most.
 */
export async function until<T>(
  what: string,
  deadlineMs: number,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > deadline) throw new Error(`waited ${deadlineMs} ms in vain: ${what}`);
    await delay(10);
  }
}

/** The promise's value, or an error when it takes longer. */
export async function within<T>(what: string, deadlineMs: number, promise: Promise<T>): Promise<T> {
  const giveUp = new AbortController();
  const late = delay(deadlineMs, undefined, { signal: giveUp.signal }).then(() => {
    throw new Error(`took longer than ${deadlineMs} ms: ${what}`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    giveUp.abort();
    late.catch(() => {});
  }
}
