import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { ACCOUNT, NOW } from '../contract/records.fixture.ts';
import { type Store, StoreOpenError } from '../store.ts';
import { openFileStore } from './open-json-store.ts';

/** A directory for one test's file store; `path` may be set to another place in it. */
export interface FileStoreSubject {
  directory: string;
  path: string;
  warnings: string[];
  /** Opens the store at `path`, or elsewhere, with ACCOUNT in it; it is closed after the test. */
  open(at?: string): Promise<Store>;
  /** Fails to open, and answers why. */
  openError(at?: string): Promise<StoreOpenError>;
}

export function useFileStore(): FileStoreSubject {
  let opened: Store[] = [];

  const subject: FileStoreSubject = {
    directory: '',
    path: '',
    warnings: [],
    async open(at = subject.path) {
      const store = await openFileStore({ path: at, warn: (message) => subject.warnings.push(message) });
      opened.push(store);
      await store.ensureAccount({ id: ACCOUNT, name: 'Ours', createdAt: NOW });
      return store;
    },
    async openError(at) {
      const error = await subject.open(at).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (error instanceof StoreOpenError) return error;
      throw new Error('it did not refuse', { cause: error });
    },
  };

  beforeEach(async () => {
    subject.directory = await mkdtemp(join(tmpdir(), 'milepost-json-'));
    subject.path = join(subject.directory, 'milepost.json');
    subject.warnings = [];
    opened = [];
  });

  afterEach(async () => {
    for (const store of opened) await store.close();
    await rm(subject.directory, { recursive: true, force: true });
  });

  return subject;
}
