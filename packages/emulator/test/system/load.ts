import { setTimeout as delay } from 'node:timers/promises';
import { type Batch, createBatch } from './batch.ts';
import { parseAnswer, postEvents, request, type Target } from './client.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';

/** Many clients that send batches as fast as they are answered, until they are stopped or the server is gone. */
export interface Load {
  /** Requests answered with 201. */
  acknowledged(): number;
  /** Requests answered with 503. */
  unavailable(): number;
  /** Connections that broke. */
  broken(): number;
  /** What no server may answer. */
  problems: string[];
  /** No further requests; resolves when those in flight have ended. */
  stop(): Promise<void>;
}

/** Between two tries of a client that was told to wait, in milliseconds. */
const AFTER_503 = 20;

export function startLoad(
  target: Target,
  options: { ledger: Ledger; random: Random; round: number; connections: number },
): Load {
  const { ledger, random, round, connections } = options;
  const counts = { acknowledged: 0, unavailable: 0, broken: 0 };
  const problems: string[] = [];
  let stopped = false;

  async function send(batch: Batch): Promise<void> {
    ledger.add(batch);
    const { status, headers, text } = await postEvents(target, batch);
    if (status === 201) {
      counts.acknowledged += 1;
      problems.push(...ledger.acknowledge(batch, text));
    } else if (status === 503 && headers.has('retry-after') && 'message' in JSON.parse(text)) {
      counts.unavailable += 1;
      // The server is held to its word; that of a database which went away in the middle is another.
      batch.refused = text.includes('nothing of this request was stored');
      await delay(AFTER_503);
    } else {
      problems.push(`POST /events answered ${status}: ${text}`);
    }
  }

  /** What a reader is shown must survive, too. */
  async function read(): Promise<void> {
    const { status, text } = await request(target, '/events?limit=20');
    if (status === 200) for (const event of JSON.parse(text).items) ledger.see(event);
    else if (status === 503) await delay(AFTER_503);
    else problems.push(`GET /events answered ${status}: ${text}`);
  }

  async function repeat(work: () => Promise<void>): Promise<void> {
    try {
      while (!stopped) await work();
    } catch (error) {
      // fetch's word for a connection that broke; anything else (an answer that never came) is a defect.
      if (error instanceof TypeError) counts.broken += 1;
      else problems.push(`a request failed: ${error}`);
    }
  }

  const clients = [
    repeat(read),
    ...Array.from({ length: connections }, () => repeat(() => send(createBatch(random, round)))),
  ];

  return {
    acknowledged: () => counts.acknowledged,
    unavailable: () => counts.unavailable,
    broken: () => counts.broken,
    problems,
    async stop() {
      stopped = true;
      await Promise.all(clients);
    },
  };
}

/**
 * Sends again, with the same key, every batch with an Idempotency-Key whose answer was lost, and a few whose
 * answer came; each must be acknowledged now, and the latter as they were before.
 */
export async function sendAgain(
  target: Target,
  ledger: Ledger,
  batches: readonly Batch[],
): Promise<string[]> {
  const keyed = batches.filter(({ idempotencyKey }) => idempotencyKey !== undefined);
  const lost = keyed.filter(({ acknowledged }) => !acknowledged);
  const answered = keyed.filter(({ acknowledged }) => acknowledged).slice(-3);
  const problems = await Promise.all(
    [...lost, ...answered].map(async (batch) => {
      const before = batch.acknowledged && JSON.stringify(batch.acknowledged);
      const { status, headers, text } = await postEvents(target, batch);
      if (status !== 201) return [`${batch.id}, sent again, was answered ${status}: ${text}`];
      if (before === undefined) return ledger.acknowledge(batch, text);
      const same = before === JSON.stringify(parseAnswer(text).success);
      return same && headers.get('idempotency-replayed') === 'true'
        ? []
        : [`${batch.id}, sent again, was not answered as before: ${text}`];
    }),
  );
  return problems.flat();
}
