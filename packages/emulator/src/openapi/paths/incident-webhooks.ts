import { WEBHOOK_SOURCES } from '../../incidents/webhook-config.ts';
import { invalidBody, openAnswers, refusal, storeTrouble, TOO_LARGE } from '../answers.ts';
import { incidentExamples } from '../incident-examples.ts';
import type { Operation, Parameter } from '../openapi-types.ts';

const source: Parameter = {
  name: 'source',
  in: 'path',
  required: true,
  description: 'Which system calls.',
  schema: { type: 'string', enum: WEBHOOK_SOURCES },
};

function signature(name: string, description: string): Parameter {
  return { name, in: 'header', description, schema: { type: 'string' } };
}

/** What a payload has: the first PagerDuty's, the others ServiceNow's. */
const PAYLOADS = ['event', 'number', 'result', 'incident'];

const NOT_CONFIGURED = "No webhook is configured for 'pagerduty'.";
const WRONG_SIGNATURE =
  'The signature is missing or wrong: sign the body with the secret that is configured.';

/** POST /incidents/webhooks/{source}. */
export const receiveIncident: Operation = {
  operationId: 'receiveIncident',
  tags: ['Incidents'],
  summary: 'Receive an incident from PagerDuty or ServiceNow (ext)',
  description:
    "For V3 webhooks of PagerDuty, and for records of ServiceNow's table `incident` as business rules and flows send them (as they are, or within `result` or `incident`). No credential of ours is asked for: the signature is theirs. The incident is known by the system and its number, so that a call may come twice, and in any order: an older one never overwrites a newer.",
  security: [],
  parameters: [
    source,
    signature(
      'X-PagerDuty-Signature',
      "PagerDuty's: `v1=` and the HMAC-SHA256 of the body in hex; several with commas between them.",
    ),
    signature('X-Milepost-Signature', "ServiceNow's: `sha256=` and the HMAC-SHA256 of the body in hex."),
    signature('X-Milepost-Secret', "ServiceNow's, instead of a signature: the secret itself."),
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: { type: 'object', anyOf: PAYLOADS.map((name) => ({ required: [name] })) },
        examples: {
          pagerduty: { summary: 'PagerDuty', value: incidentExamples.pagerduty },
          servicenow: { summary: 'ServiceNow', value: incidentExamples.servicenow },
        },
      },
    },
  },
  responses: openAnswers({
    200: {
      description: 'The call was understood; also when it changed nothing.',
      schema: 'IncidentDelivery',
      examples: {
        created: {
          summary: 'A new incident',
          value: { outcome: 'created', id: incidentExamples.incident.id, notes: [] },
        },
        ignored: {
          summary: 'Nothing to us',
          value: { ignored: 'incident.annotated does not change an incident' },
        },
      },
    },
    400: invalidBody('event', 'is required: a V3 webhook has one event'),
    401: refusal('The signature is missing or wrong.', WRONG_SIGNATURE),
    404: refusal('No secret is configured for that system.', NOT_CONFIGURED),
    413: TOO_LARGE,
    ...storeTrouble,
  }),
};
