import { parentPort, workerData } from 'node:worker_threads';
import type { BatchOutcome } from '../../group-commit.ts';
import { createAppend, type FlatBatch } from './append-events.ts';
import { type FlatResult, openSqlite, type SqlValue } from './node-sqlite.ts';
import { type PlainSqliteError, plainSqliteError } from './sqlite-errors.ts';
import { runStatements, type SqlStatement, type TransactionOutcome } from './transaction.ts';

/** What the main thread asks of a connection that lives in a worker; `id` pairs the answer. */
export type WorkerRequest = { id: number } & (
  | { kind: 'execute'; sql: string; parameters: SqlValue[] }
  /** The batches as JSON: for many small strings far quicker than the structured clone. */
  | { kind: 'append'; batches: string }
  | { kind: 'transaction'; statements: SqlStatement[]; accountId: string | undefined }
  | { kind: 'close' }
);

export type WorkerResponse = { id: number } & (
  | { kind: 'result'; result: FlatResult }
  | { kind: 'outcomes'; outcomes: BatchOutcome[] }
  | { kind: 'transaction'; outcome: TransactionOutcome }
  | { kind: 'closed' }
  | { kind: 'error'; error: PlainSqliteError }
);

function parseBatches(text: string): FlatBatch[] {
  return JSON.parse(text);
}

/** Runs in the worker: one connection, one request at a time. */
function serve(path: string): void {
  const port = parentPort;
  if (!port) throw new Error('sqlite-worker.ts runs only as a worker');
  const db = openSqlite(path);
  // Prepared at the first append: on a new database the tables come later than this worker.
  let append: ((batches: readonly FlatBatch[]) => BatchOutcome[]) | undefined;

  function answer(request: WorkerRequest): WorkerResponse {
    const { id } = request;
    switch (request.kind) {
      case 'execute':
        return { id, kind: 'result', result: db.executeFlat(request.sql, request.parameters) };
      case 'append':
        append ??= createAppend(db);
        return { id, kind: 'outcomes', outcomes: append(parseBatches(request.batches)) };
      case 'transaction':
        return { id, kind: 'transaction', outcome: runStatements(db, request) };
      case 'close':
        db.close();
        return { id, kind: 'closed' };
    }
  }

  port.on('message', (request: WorkerRequest) => {
    try {
      port.postMessage(answer(request));
    } catch (error) {
      port.postMessage({ id: request.id, kind: 'error', error: plainSqliteError(error) });
    }
    if (request.kind === 'close') port.close();
  });
}

serve(workerData.path);
