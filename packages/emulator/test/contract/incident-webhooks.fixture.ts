import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import type { WebhookConfigFile } from '../../src/incidents/webhook-config.schema.ts';
import { createWebhooks } from '../../src/incidents/webhook-config.ts';
import type { Store } from '../../src/store/store.ts';
import { startTestService, type TestService } from '../service.fixture.ts';

export const SECRET = 'the secret of the test';

/** A service that receives incidents, of both systems unless told otherwise. */
export async function startReceiving(
  config: WebhookConfigFile = { pagerduty: { secret: SECRET }, servicenow: { secret: SECRET } },
  wrapStore?: (store: Store) => Store,
): Promise<TestService> {
  return startTestService({}, { incidentWebhooks: await createWebhooks(config, {}), wrapStore });
}

/** Sends what PagerDuty would send, while its secret is replaced by the one that is right. */
export function pagerduty(to: TestService, json: object) {
  const raw = JSON.stringify(json);
  const signature = createHmac('sha256', SECRET).update(raw).digest('hex');
  const headers = { 'x-pagerduty-signature': `v1=${'0'.repeat(64)},v1=${signature}` };
  return to.call('POST', '/incidents/webhooks/pagerduty', { raw, headers, key: null });
}

/** Sends what ServiceNow would send, without a signature. */
export function servicenow(to: TestService, json: object) {
  const headers = { 'x-milepost-secret': SECRET };
  return to.call('POST', '/incidents/webhooks/servicenow', { json, headers, key: null });
}

export const incidentsOf = async (service: TestService) => (await service.get('/incidents')).body.items;

/** The incident of a service that has one. */
export async function onlyIncident(service: TestService) {
  const [incident, ...others] = await incidentsOf(service);
  expect(others).toEqual([]);
  return incident;
}
