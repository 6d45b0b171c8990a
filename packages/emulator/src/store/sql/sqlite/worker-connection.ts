import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { BatchOutcome } from '../../group-commit.ts';
import { AccountGoneError, StoreUnavailableError } from '../../store.ts';
import type { FlatBatch } from './append-events.ts';
import { rowsOfFlat, type SqlResult, type SqlValue } from './node-sqlite.ts';
import { storeError } from './sqlite-errors.ts';
import type { WorkerRequest, WorkerResponse } from './sqlite-worker.ts';
import type { SqlStatement } from './transaction.ts';

/** A connection in a thread of its own, so that neither an fsync nor a long scan holds the event loop. */
export interface WorkerConnection {
  execute(sql: string, parameters: SqlValue[]): Promise<SqlResult>;
  append(batches: FlatBatch[]): Promise<BatchOutcome[]>;
  /** As `SqlEngine.atomically`. */
  transact(statements: SqlStatement[], accountId: string | undefined): Promise<'done' | 'refused'>;
  close(): Promise<void>;
}

type Pending = { resolve(response: WorkerResponse): void; reject(error: Error): void };
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/**
 * Starts the thread. When it dies (of memory, say), those who wait are told that the store is unavailable, and
 * the next request starts another: SQLite itself has lost nothing that it committed.
 */
export function connectWorker(path: string, resourceLimits: ResourceLimits = {}): WorkerConnection {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let closed = false;
  let worker: Worker | undefined = start();

  function start(): Worker {
    // The same file, as source in the repository and as JavaScript in the published package.
    const file = import.meta.url.endsWith('.ts') ? './sqlite-worker.ts' : './sqlite-worker.js';
    const thread = new Worker(new URL(file, import.meta.url), {
      workerData: { path },
      resourceLimits,
      // Of `node --input-type=module --eval`, which a file refuses.
      execArgv: process.execArgv.filter((flag) => !flag.startsWith('--input-type')),
    });
    thread.on('message', (response: WorkerResponse) => {
      const waiting = pending.get(response.id);
      pending.delete(response.id);
      if (response.kind === 'error') waiting?.reject(storeError(response.error));
      else waiting?.resolve(response);
    });
    let cause: unknown;
    thread.on('error', (error) => {
      cause = error;
    });
    thread.on('exit', () => {
      worker = undefined;
      const reason = cause instanceof Error ? cause.message : 'it has ended';
      const error = new StoreUnavailableError(`The SQLite thread failed: ${reason}`, {
        cause,
        maybeStored: true,
      });
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    });
    return thread;
  }

  function ask(request: WithoutId<WorkerRequest>): Promise<WorkerResponse> {
    if (closed) return Promise.reject(new StoreUnavailableError('The store is closed.'));
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject });
      worker ??= start();
      worker.postMessage({ ...request, id });
    });
  }

  return {
    async execute(sql, parameters) {
      const response = await ask({ kind: 'execute', sql, parameters });
      if (response.kind !== 'result') throw new Error(`unexpected answer ${response.kind}`);
      return rowsOfFlat(response.result);
    },
    async append(batches) {
      const response = await ask({ kind: 'append', batches: JSON.stringify(batches) });
      if (response.kind !== 'outcomes') throw new Error(`unexpected answer ${response.kind}`);
      return response.outcomes;
    },
    async transact(statements, accountId) {
      const response = await ask({ kind: 'transaction', statements, accountId });
      if (response.kind !== 'transaction') throw new Error(`unexpected answer ${response.kind}`);
      const { outcome } = response;
      if (outcome === 'account-gone') throw new AccountGoneError(accountId ?? '');
      return outcome;
    },
    async close() {
      if (closed) return;
      const last = worker && ask({ kind: 'close' });
      closed = true;
      await last;
      await worker?.terminate();
    },
  };
}
