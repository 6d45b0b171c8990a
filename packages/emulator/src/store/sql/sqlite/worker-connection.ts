import { Worker } from 'node:worker_threads';
import { type AppendOutcome, StoreUnavailableError } from '../../store.ts';
import type { FlatBatch } from './append-events.ts';
import type { SqlResult, SqlValue } from './node-sqlite.ts';
import { storeError } from './sqlite-errors.ts';
import type { WorkerRequest, WorkerResponse } from './sqlite-worker.ts';

/** A connection in a thread of its own, so that neither an fsync nor a long scan holds the event loop. */
export interface WorkerConnection {
  execute(sql: string, parameters: SqlValue[]): Promise<SqlResult>;
  append(batches: FlatBatch[]): Promise<AppendOutcome[]>;
  close(): Promise<void>;
}

type Pending = { resolve(response: WorkerResponse): void; reject(error: Error): void };
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

export function connectWorker(path: string): WorkerConnection {
  // The same file, as source in the repository and as JavaScript in the published package.
  const file = import.meta.url.endsWith('.ts') ? './sqlite-worker.ts' : './sqlite-worker.js';
  const worker = new Worker(new URL(file, import.meta.url), { workerData: { path } });
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let broken: Error | undefined;

  function fail(error: Error): void {
    broken = error;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  }

  worker.on('message', (response: WorkerResponse) => {
    const waiting = pending.get(response.id);
    pending.delete(response.id);
    if (response.kind === 'error') waiting?.reject(storeError(response.error));
    else waiting?.resolve(response);
  });
  worker.on('error', (cause) =>
    fail(new StoreUnavailableError(`The SQLite thread failed: ${cause}`, { cause })),
  );
  worker.on('exit', () => fail(broken ?? new StoreUnavailableError('The SQLite thread has ended.')));

  function ask(request: WithoutId<WorkerRequest>): Promise<WorkerResponse> {
    if (broken) return Promise.reject(broken);
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject });
      worker.postMessage({ ...request, id });
    });
  }

  return {
    async execute(sql, parameters) {
      const response = await ask({ kind: 'execute', sql, parameters });
      if (response.kind !== 'result') throw new Error(`unexpected answer ${response.kind}`);
      return response.result;
    },
    async append(batches) {
      const response = await ask({ kind: 'append', batches: JSON.stringify(batches) });
      if (response.kind !== 'outcomes') throw new Error(`unexpected answer ${response.kind}`);
      return response.outcomes;
    },
    async close() {
      if (broken) return;
      await ask({ kind: 'close' });
      await worker.terminate();
    },
  };
}
