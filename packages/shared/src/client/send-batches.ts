import { bodyOf } from './answer-text.ts';
import type { Authorizer } from './authorizer.ts';
import { type Batch, makeBatch } from './batches.ts';
import { type Delivery, deliverBatch } from './deliver-batch.ts';
import { seconds } from './exchange-with-retries.ts';
import { readPause } from './rate-limit-header.ts';
import { redactFate } from './redact-fate.ts';
import type { Run } from './run.ts';
import type { Answer } from './transport.ts';
import type { ClientOptions, Fate, Problem, SendResult } from './types.ts';

/**
 * Sends batches one after the other; the next one only when the last one is settled, since the order matters. After a
 * problem nothing more is sent: it would meet the same one, and a service that is down is not helped by more calls.
 *
 * @param known what became of events before anything is sent, by their index.
 */
export async function sendBatches(
  batches: readonly Batch[],
  known: ReadonlyMap<number, Fate>,
  {
    authorizer,
    makeKey,
    run,
  }: { authorizer: Authorizer; makeKey: NonNullable<ClientOptions['idempotencyKey']>; run: Run },
): Promise<SendResult> {
  const { redact, notify } = run;
  const fates = new Map(known);
  const result: SendResult = { fates: [], undelivered: [], problems: [], answers: [] };
  const queue = [...batches];
  let problem: Problem | undefined;
  for (let batch = queue.shift(); batch; batch = queue.shift()) {
    if (!problem) {
      const delivery = await deliverBatch(batch, authorizer, run).catch(ownMistake);
      const { answer } = delivery;
      if (answer) result.answers.push({ status: answer.status, body: bodyOf(answer, redact) });
      if ('settled' in delivery) {
        const { settled } = delivery;
        for (const [index, fate] of settled.fates) fates.set(index, redactFate(fate, redact));
        if (settled.rest.length > 0) {
          notify('split', splitMessage(settled.fates.size, batch.items.length));
          queue.unshift(makeBatch(settled.rest, makeKey));
        }
        if (answer && queue.length > 0) await pause(answer, run);
        continue;
      }
      problem = { ...delivery.problem, message: redact(delivery.problem.message) };
      result.problems.push(problem);
    }
    const { idempotencyKey, items } = batch;
    result.undelivered.push({ idempotencyKey, events: items.map(({ event }) => event) });
    for (const { index, event } of items) fates.set(index, { state: 'undelivered', event, problem });
  }
  const inOrder = [...fates].sort(([a], [b]) => a - b);
  return { ...result, fates: inOrder.map(([, fate]) => fate) };
}

/** What nobody foresaw must not lose the events: they are undelivered like others. */
function ownMistake(error: unknown): Delivery {
  return {
    problem: { fault: 'outage', message: `the client itself failed, please report it: ${String(error)}` },
  };
}

function splitMessage(refused: number, all: number): string {
  return `the service refused ${refused} of ${all} events, and with them all; sending the others again`;
}

/** Waits for the rate limit's next window instead of running into a 429, if there is time. */
async function pause({ headers }: Answer, { runtime, signal, deadline, notify }: Run): Promise<void> {
  const wait = readPause(headers);
  if (wait === 0 || runtime.now() + wait >= deadline) return;
  notify('pause', `the rate limit is used up; going on in ${seconds(wait)}`);
  await runtime.sleep(wait, signal);
}
