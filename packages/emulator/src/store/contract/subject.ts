import { afterEach, beforeEach } from 'vitest';
import type { Store } from '../store.ts';
import { ACCOUNT, NOW, OTHER } from './records.fixture.ts';

/** A store of its own for one test, empty. */
export interface OpenedStore {
  store: Store;
  /** Closes the store and opens the same data again; absent where a closed store keeps nothing. */
  reopen?(): Promise<Store>;
  /** Closes whichever store is open, and removes the data. */
  close(): Promise<void>;
}

/** What the tests act upon: the store of the test that runs, with the accounts ACCOUNT and OTHER in it. */
export interface Subject {
  readonly store: Store;
  /** Answers undefined where the engine cannot reopen. */
  reopen(): Promise<Store | undefined>;
}

export function useStore(open: () => Promise<OpenedStore>): Subject {
  let opened: OpenedStore | undefined;

  beforeEach(async () => {
    opened = await open();
    await opened.store.ensureAccount({ id: ACCOUNT, name: 'Ours', createdAt: NOW });
    await opened.store.ensureAccount({ id: OTHER, name: 'Theirs', createdAt: NOW });
  });

  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });

  function current(): OpenedStore {
    if (!opened) throw new Error('no store is open: use the subject inside a test');
    return opened;
  }

  return {
    get store() {
      return current().store;
    },
    reopen: async () => current().reopen?.(),
  };
}
