import type { Store } from '../store.ts';
import type { Tables } from './tables.ts';
import type { WriteQueue } from './write-queue.ts';

/** The port's methods about secrets of the instance. */
export function createJsonSecrets(
  { secrets }: Tables,
  { write }: WriteQueue,
): Pick<Store, 'keepSecret' | 'getSecret'> {
  return {
    keepSecret: (name, value) =>
      write((draft) => {
        const kept = draft.secrets.get(name);
        if (kept) return kept.value;
        draft.secrets.insert({ name, value });
        return value;
      }),
    getSecret: async (name) => secrets.get(name)?.value,
  };
}
