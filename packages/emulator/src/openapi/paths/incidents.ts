import { INCIDENT_STATES } from '../../store/incident-port.ts';
import { guardedAnswers, INVALID_PATH, invalidBody, invalidQuery, refusal, TOO_LARGE } from '../answers.ts';
import { pageWith } from '../examples.ts';
import { incidentExamples } from '../incident-examples.ts';
import { type Operation, type Paths, schemaReference } from '../openapi-types.ts';
import { filter, instantFilter, pagingParameters, pathId, textFilter } from '../parameters.ts';
import { ANY_CREDENTIAL } from '../security.ts';
import { receiveIncident } from './incident-webhooks.ts';

const incidentId = pathId('Id (in any case) of the incident.');

const notFound = refusal(
  'The account has no such incident.',
  `Incident '${incidentExamples.incident.id}' not found`,
);
const limitedKey = refusal(
  'The API key is limited to certain entities, and cannot change incidents.',
  'This API key is limited to certain entities and cannot change incidents.',
);
const taken = refusal(
  'Another incident has the same externalSystem and externalIncidentNumber.',
  "There is an incident 'INC0010001' of 'servicenow' already; change that one.",
);
const one = { description: 'The incident.', schema: 'Incident', example: incidentExamples.incident } as const;

const listIncidents: Operation = {
  operationId: 'listIncidents',
  tags: ['Incidents'],
  summary: 'List incidents (ext)',
  description:
    'The incidents of the account, newest first by their start: `detectedAt`, else `reportedAt`, else `createdAt`. A key that is limited to entities sees those that affect one of them, or all of the account.',
  security: ANY_CREDENTIAL,
  parameters: [
    ...pagingParameters,
    {
      ...filter('state', 'States; repeat it for several.', {
        type: 'array',
        items: { type: 'string', enum: INCIDENT_STATES },
      }),
      explode: true,
    },
    textFilter('changeId', '`change_id` of the deployment that caused them.'),
    textFilter('env', 'Environment, in any of its spellings: `prod` finds `production`, too.'),
    {
      ...filter(
        'entityId',
        'Ids or shortIds of entities that they affect; repeat it for several. Incidents that affect all of the account are found, too.',
        { type: 'array', items: { type: 'string', minLength: 1 } },
      ),
      explode: true,
    },
    instantFilter('from', 'Incidents that began at or after this instant.'),
    instantFilter('to', 'Incidents that began before this instant.'),
  ],
  responses: guardedAnswers({
    200: {
      description: 'A page of incidents.',
      schema: 'IncidentPage',
      example: pageWith(incidentExamples.incident),
    },
    400: invalidQuery('state', `must be one of: ${INCIDENT_STATES.join(', ')}`),
  }),
};

const createIncident: Operation = {
  operationId: 'createIncident',
  tags: ['Incidents'],
  summary: 'Create an incident (ext)',
  description:
    'Only a title is needed. `changeId` links it to the deployment that carries the same `change_id`. One that is resolved or closed, and does not say since when, ended now.',
  security: ANY_CREDENTIAL,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: schemaReference('CreateIncident'),
        example: incidentExamples.newIncident,
      },
    },
  },
  responses: guardedAnswers({
    201: one,
    400: invalidBody('affectedEntityIds[0]', "Entity 'chekout' not found"),
    403: limitedKey,
    409: taken,
    413: TOO_LARGE,
  }),
};

const getIncident: Operation = {
  operationId: 'getIncident',
  tags: ['Incidents'],
  summary: 'Get an incident (ext)',
  description: 'One incident of the account.',
  security: ANY_CREDENTIAL,
  parameters: [incidentId],
  responses: guardedAnswers({ 200: one, 400: INVALID_PATH, 404: notFound }),
};

const updateIncident: Operation = {
  operationId: 'updateIncident',
  tags: ['Incidents'],
  summary: 'Change an incident (ext)',
  description:
    'What is left out stays as it is; null clears (an `env` goes back to production). One that is reopened keeps the times of its first end, and lasts until it is resolved or closed again.',
  security: ANY_CREDENTIAL,
  parameters: [incidentId],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: schemaReference('UpdateIncident'),
        example: incidentExamples.resolvedIncident,
      },
    },
  },
  responses: guardedAnswers({
    200: { ...one, description: 'The incident as it is now.' },
    400: invalidBody('title', 'must not be empty'),
    403: limitedKey,
    404: notFound,
    409: taken,
    413: TOO_LARGE,
  }),
};

const deleteIncident: Operation = {
  operationId: 'deleteIncident',
  tags: ['Incidents'],
  summary: 'Delete an incident (ext)',
  description: 'It also goes from the metrics, at the next calculation.',
  security: ANY_CREDENTIAL,
  parameters: [incidentId],
  responses: guardedAnswers({
    204: { description: 'The incident is gone.' },
    400: INVALID_PATH,
    403: limitedKey,
    404: notFound,
  }),
};

export const incidentPaths: Paths = {
  '/incidents': { get: listIncidents, post: createIncident },
  '/incidents/{id}': { get: getIncident, patch: updateIncident, delete: deleteIncident },
  '/incidents/webhooks/{source}': { post: receiveIncident },
};
