/** Work that is under way at the same time. */
export interface InFlight {
  /** Begins the work when fewer than the most are under way; rejects when some that began before has failed. */
  add(work: () => Promise<void>): Promise<void>;
  /** Waits for all; rejects when any has failed. */
  drain(): Promise<void>;
}

export function createInFlight(most: number): InFlight {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];

  async function wait(fewerThan: number): Promise<void> {
    while (running.size >= fewerThan) await Promise.race(running);
    if (failures.length > 0) throw failures[0];
  }

  return {
    async add(work) {
      await wait(most);
      const one: Promise<void> = work()
        .catch((error: unknown) => void failures.push(error))
        .finally(() => void running.delete(one));
      running.add(one);
    },
    drain: () => wait(1),
  };
}
