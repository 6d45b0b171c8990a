import type { Authorizer } from './authorizer.ts';
import { type Batch, bodyOfBatch } from './batches.ts';
import { exchangeWithRetries, type Outcome } from './exchange-with-retries.ts';
import type { Run } from './run.ts';
import { serviceProblem } from './service-problem.ts';
import { type Settled, settle } from './settle.ts';
import type { Answer } from './transport.ts';
import type { Problem } from './types.ts';

/** What became of a batch; after a problem none of its events is settled. */
export type Delivery = ({ settled: Settled } | { problem: Problem }) & {
  /** The last one, if there was any. */
  answer?: Answer;
};

/** Sends one batch until the service has said what becomes of it, or there is a problem. */
export async function deliverBatch(batch: Batch, authorizer: Authorizer, run: Run): Promise<Delivery> {
  const outcome = await postBatch(batch, authorizer, run);
  if ('problem' in outcome) return outcome;
  const { answer } = outcome;
  const settled = settle(batch.items, answer, run.redact);
  if (settled) return { settled, answer };
  return { problem: serviceProblem(answer, run.settings, run.redact), answer };
}

/** A token may have expired since it was fetched: then the first 401 says nothing about the credentials. */
async function postBatch(batch: Batch, authorizer: Authorizer, run: Run): Promise<Outcome> {
  const { eventsUrl, userAgent } = run.settings;
  for (let isRenewed = false; ; isRenewed = true) {
    const authorized = await authorizer.headers(run);
    if ('problem' in authorized) return authorized;
    const headers = {
      ...authorized.headers,
      'idempotency-key': batch.idempotencyKey,
      'user-agent': userAgent,
    };
    const body = bodyOfBatch(batch);
    const outcome = await exchangeWithRetries({ url: eventsUrl, setting: 'baseUrl', headers, body }, run);
    if ('problem' in outcome || outcome.answer.status !== 401) return outcome;
    if (isRenewed || !authorizer.renew(run)) return outcome;
  }
}
