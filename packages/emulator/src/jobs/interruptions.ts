/** Ends what runs for an account when something is to be done that cannot wait for it. */
export interface Interruptions {
  /** Runs a work of the account with a signal that is aborted when it is interrupted; already, while it is. */
  interruptible<Result>(accountId: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Whether works of the account are not to go on now. */
  isInterrupted(accountId: string): boolean;
  /** Ends the works of the accounts, and lets none go on until the function that is answered is called. */
  interrupt(accountIds: readonly string[]): () => void;
}

export function createInterruptions(): Interruptions {
  const running = new Map<string, Set<AbortController>>();
  const interrupted = new Map<string, number>();

  return {
    async interruptible(accountId, work) {
      const controller = new AbortController();
      const others = running.get(accountId) ?? new Set();
      running.set(accountId, others.add(controller));
      if (interrupted.has(accountId)) controller.abort();
      try {
        return await work(controller.signal);
      } finally {
        others.delete(controller);
        if (others.size === 0) running.delete(accountId);
      }
    },

    isInterrupted: (accountId) => interrupted.has(accountId),

    interrupt(accountIds) {
      for (const id of accountIds) {
        interrupted.set(id, (interrupted.get(id) ?? 0) + 1);
        for (const controller of running.get(id) ?? []) controller.abort();
      }
      return () => {
        for (const id of accountIds) {
          const left = (interrupted.get(id) ?? 1) - 1;
          if (left === 0) interrupted.delete(id);
          else interrupted.set(id, left);
        }
      };
    },
  };
}
