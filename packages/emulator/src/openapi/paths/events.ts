import { deployAttributesSchema, MAX_EVENTS_PER_REQUEST } from '@milepost/shared';
import { guardedAnswers, INVALID_PATH, invalidBody, invalidQuery, refusal } from '../answers.ts';
import { examples, pageWith } from '../examples.ts';
import { type Operation, type Paths, schemaReference } from '../openapi-types.ts';
import {
  filter,
  idempotencyKey,
  instantFilter,
  pagingParameters,
  pathId,
  prefer,
  textFilter,
} from '../parameters.ts';
import { ANY_CREDENTIAL } from '../security.ts';

const sendEvents: Operation = {
  operationId: 'sendEvents',
  tags: ['Events'],
  summary: 'Send events',
  description: `Stores 1 to ${MAX_EVENTS_PER_REQUEST} events (spec, section 4.1). When any event is malformed, all that is wrong is listed and none is stored. An entity that does not exist fails its own event only: look at both \`success\` and \`failures\` of a 201. What is acknowledged is on disk. (A service started with \`--loose\` also takes unknown members and attributes.)`,
  security: ANY_CREDENTIAL,
  parameters: [idempotencyKey, prefer],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: schemaReference('SendEventsRequest'),
        examples: {
          deployment: { summary: 'A deployment', value: examples.deployment },
          everyAttribute: { summary: 'A deployment with every attribute', value: examples.everyAttribute },
          otherTypes: { summary: 'Events of other types', value: examples.otherTypes },
        },
      },
    },
  },
  responses: guardedAnswers({
    201: {
      description:
        'The request was accepted; also when only some events were stored, or none. `success` keeps the order of submission.',
      schema: 'SendEventsResponse',
      headers: ['Idempotency-Replayed', 'Preference-Applied'],
      examples: {
        stored: { summary: 'All stored', value: examples.stored },
        partlyStored: { summary: 'One entity was not found', value: examples.partlyStored },
      },
    },
    400: {
      ...invalidBody('events[0].attributes.Env', "unknown attribute 'Env'; did you mean 'env'?"),
      headers: ['Preference-Applied'],
    },
    413: refusal(
      `More than ${MAX_EVENTS_PER_REQUEST} events (spec, section 8), or a body of more than 1 MiB (after inflating).`,
      'A request takes at most 15 events, this one has 16; send them in batches.',
    ),
    422: refusal(
      'The Idempotency-Key came before with another body (ext).',
      'This Idempotency-Key came before with another body; take a new key.',
      ['Preference-Applied'],
    ),
  }),
};

const listEvents: Operation = {
  operationId: 'listEvents',
  tags: ['Events'],
  summary: 'List events (ext)',
  description:
    'The stored events of the account, newest first; of equal timestamps the one stored later first.',
  security: ANY_CREDENTIAL,
  parameters: [
    ...pagingParameters,
    textFilter('type', 'shortId of a blueprint.'),
    {
      ...filter('entityId', 'Ids or shortIds of entities; repeat it for several.', {
        type: 'array',
        items: { type: 'string', minLength: 1 },
      }),
      explode: true,
    },
    textFilter('env', 'Environment, in any of its spellings: `prod` finds `Production`, too.'),
    filter('status', 'How the deployment ended.', {
      type: 'string',
      enum: deployAttributesSchema.properties.status.enum,
    }),
    instantFilter('from', 'Events at or after this instant.'),
    instantFilter('to', 'Events before this instant.'),
  ],
  responses: guardedAnswers({
    200: {
      description: 'A page of events.',
      schema: 'StoredEventPage',
      example: pageWith(examples.storedEvent),
    },
    400: invalidQuery('limit', 'must be a whole number from 1 to 500'),
  }),
};

const getEvent: Operation = {
  operationId: 'getEvent',
  tags: ['Events'],
  summary: 'Get an event (ext)',
  description: 'One stored event of the account.',
  security: ANY_CREDENTIAL,
  parameters: [pathId('Id of the event.')],
  responses: guardedAnswers({
    200: { description: 'The event.', schema: 'StoredEvent', example: examples.storedEvent },
    400: INVALID_PATH,
    404: refusal('The account has no such event.', `Event '${examples.storedEvent.id}' not found`),
  }),
};

export const eventPaths: Paths = {
  '/events': { post: sendEvents, get: listEvents },
  '/events/{id}': { get: getEvent },
};
