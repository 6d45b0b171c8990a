import { afterEach, beforeEach } from 'vitest';
import type { Store } from '../store.ts';
import { ACCOUNT, NOW, OTHER } from './records.fixture.ts';

/** A store of its own for one test, empty. */
export interface OpenedStore {
  store: Store;
  /** Closes whichever store is open, and removes the data. */
  close(): Promise<void>;
}

/** One whose data outlive it. */
export interface ReopenableStore extends OpenedStore {
  /** Closes the store and opens the same data again. */
  reopen(): Promise<Store>;
}

/** What the tests act upon: the store of the test that runs, with the accounts ACCOUNT and OTHER in it. */
export interface Subject {
  readonly store: Store;
}

export interface ReopenableSubject extends Subject {
  reopen(): Promise<Store>;
}

export function useStore(open: () => Promise<OpenedStore>): Subject {
  const current = useOpened(open);
  return {
    get store() {
      return current().store;
    },
  };
}

export function useReopenableStore(open: () => Promise<ReopenableStore>): ReopenableSubject {
  const current = useOpened(open);
  return {
    get store() {
      return current().store;
    },
    reopen: () => current().reopen(),
  };
}

function useOpened<T extends OpenedStore>(open: () => Promise<T>): () => T {
  let opened: T | undefined;

  beforeEach(async () => {
    opened = await open();
    await opened.store.ensureAccount({ id: ACCOUNT, name: 'Ours', createdAt: NOW });
    await opened.store.ensureAccount({ id: OTHER, name: 'Theirs', createdAt: NOW });
  });

  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });

  return () => {
    if (!opened) throw new Error('no store is open: use the subject inside a test');
    return opened;
  };
}
