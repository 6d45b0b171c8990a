import type { Store } from '../../src/store/store.ts';

/** A store whose every method rejects, as long as there is an error to reject with. */
export function failingStore(): { wrapStore(store: Store): Store; failWith(error: Error | undefined): void } {
  let failure: Error | undefined;
  return {
    failWith(error) {
      failure = error;
    },
    wrapStore: (store) =>
      new Proxy(store, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name);
          if (typeof member !== 'function') return member;
          return (...args: unknown[]) =>
            failure ? Promise.reject(failure) : Reflect.apply(member, target, args);
        },
      }),
  };
}
