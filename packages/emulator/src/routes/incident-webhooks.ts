import type { RequestHandler, Router } from 'express';
import type { Clocks } from '../clock.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { fieldError, HttpError } from '../http/http-errors.ts';
import { jsonBodyOf, readJson } from '../http/read-json.ts';
import { sendJson } from '../http/send-json.ts';
import { readPagerDuty } from '../incidents/read-pagerduty.ts';
import { readServiceNow } from '../incidents/read-servicenow.ts';
import { receiveDelivery } from '../incidents/receive-delivery.ts';
import type { UpsertStore } from '../incidents/upsert-incident.ts';
import type { IncidentWebhook, IncidentWebhooks } from '../incidents/webhook-config.ts';
import { isSignedBy } from '../incidents/webhook-signature.ts';
import type { Store } from '../store/store.ts';
import { createTurns } from '../take-turns.ts';

export interface IncidentWebhookDeps {
  store: Pick<Store, 'findEntities'> & UpsertStore;
  clocks: Clocks;
  webhooks: IncidentWebhooks;
}

const READERS = { pagerduty: readPagerDuty, servicenow: readServiceNow } as const;

/**
 * POST /incidents/webhooks/{source}: calls of the systems that manage incidents. They have no credential of ours;
 * the signature of the body is theirs.
 */
export function incidentWebhookRoutes({ store, clocks, webhooks }: IncidentWebhookDeps): Router {
  const router = createRouter();
  const inTurn = createTurns();

  const receive: RequestHandler = async (req, res) => {
    const webhook = configured(webhooks, req.params['source']);
    const { text, value } = jsonBodyOf(req);
    if (!isSignedBy(webhook, req.headers, text)) {
      throw new HttpError(
        401,
        'The signature is missing or wrong: sign the body with the secret that is configured.',
        { rule: 'webhook-signature' },
      );
    }
    const read = READERS[webhook.source](value);
    if ('msg' in read) throw fieldError('body', read.path, read.msg, { rule: 'webhook-payload' });
    if ('ignored' in read) return sendJson(res, 200, read);
    const { delivery } = read;
    // Two deliveries of one incident at the same moment: each must see what the other has made.
    const answer = await inTurn(`${webhook.source} ${delivery.number}`, () =>
      receiveDelivery(store, webhook, delivery, clocks.of(webhook.accountId).now()),
    );
    sendJson(res, 200, answer);
  };

  const requireConfigured: RequestHandler = (req, _res, next) => {
    configured(webhooks, req.params['source']);
    next();
  };
  defineRoute(router, '/incidents/webhooks/:source', { post: [requireConfigured, readJson, receive] });
  return router;
}

function configured(webhooks: IncidentWebhooks, source: unknown): IncidentWebhook {
  const webhook = webhooks.get(String(source));
  if (webhook) return webhook;
  throw new HttpError(404, `No webhook is configured for '${source}'.`);
}
