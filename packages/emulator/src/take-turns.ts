/** Does work for a key when the earlier work for that key is done, whether it succeeded or not. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Turns within this process: what reads, decides and writes must not cross with another that does. */
export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const start = () => work();
    const mine = (last.get(key) ?? Promise.resolve()).then(start, start);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
