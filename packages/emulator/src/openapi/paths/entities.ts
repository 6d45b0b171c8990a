import { entitySchema } from '../../routes/entities.schema.ts';
import { guardedAnswers, INVALID_PATH, invalidBody, invalidQuery, refusal, TOO_LARGE } from '../answers.ts';
import { examples, pageWith } from '../examples.ts';
import { type Operation, type Paths, schemaReference } from '../openapi-types.ts';
import { filter, pagingParameters, pathId } from '../parameters.ts';
import { ANY_CREDENTIAL } from '../security.ts';

const entityId = pathId('Id (in any case) or shortId of the entity.', 'checkout');

const notFound = refusal('The account has no such entity.', "Entity 'chekout' not found");
const limitedKey = refusal(
  'The API key is limited to certain entities, and cannot change them.',
  'This API key is limited to certain entities and cannot change entities.',
);
const taken = refusal(
  'Another entity has the shortId.',
  "An entity with the shortId 'checkout' exists already; choose another.",
);
const one = { description: 'The entity.', schema: 'Entity', example: examples.entity } as const;

const listEntities: Operation = {
  operationId: 'listEntities',
  tags: ['Entities'],
  summary: 'List entities',
  description:
    'The applications, services and components of the account, by shortId (spec, section 4.2; parameters and answer are ours).',
  security: ANY_CREDENTIAL,
  parameters: [
    ...pagingParameters,
    filter('type', 'What kind of thing they are.', {
      type: 'string',
      enum: entitySchema.properties.type.enum,
    }),
  ],
  responses: guardedAnswers({
    200: { description: 'A page of entities.', schema: 'EntityPage', example: pageWith(examples.entity) },
    400: invalidQuery('type', 'must be one of: application, service, component'),
  }),
};

const createEntity: Operation = {
  operationId: 'createEntity',
  tags: ['Entities'],
  summary: 'Create an entity (ext)',
  description: 'Adds an application, a service or a component, to which events can refer from then on.',
  security: ANY_CREDENTIAL,
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: schemaReference('CreateEntity'), example: examples.newEntity },
    },
  },
  responses: guardedAnswers({
    201: one,
    400: invalidBody('shortId', 'is required'),
    403: limitedKey,
    409: taken,
    413: TOO_LARGE,
  }),
};

const getEntity: Operation = {
  operationId: 'getEntity',
  tags: ['Entities'],
  summary: 'Get an entity (ext)',
  description: 'One entity of the account.',
  security: ANY_CREDENTIAL,
  parameters: [entityId],
  responses: guardedAnswers({ 200: one, 400: INVALID_PATH, 404: notFound }),
};

const updateEntity: Operation = {
  operationId: 'updateEntity',
  tags: ['Entities'],
  summary: 'Change an entity (ext)',
  description: 'What is left out stays as it is; null clears a description or the attributes.',
  security: ANY_CREDENTIAL,
  parameters: [entityId],
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: schemaReference('UpdateEntity'), example: examples.changedEntity },
    },
  },
  responses: guardedAnswers({
    200: { ...one, description: 'The entity as it is now.' },
    400: invalidBody('name', 'must not be empty'),
    403: limitedKey,
    404: notFound,
    409: taken,
    413: TOO_LARGE,
  }),
};

const deleteEntity: Operation = {
  operationId: 'deleteEntity',
  tags: ['Entities'],
  summary: 'Delete an entity (ext)',
  description: 'Only one without events can go.',
  security: ANY_CREDENTIAL,
  parameters: [entityId],
  responses: guardedAnswers({
    204: { description: 'The entity is gone.' },
    400: INVALID_PATH,
    403: limitedKey,
    404: notFound,
    409: refusal('The entity has events.', "Entity 'checkout' has events and cannot be deleted."),
  }),
};

export const entityPaths: Paths = {
  '/entities': { get: listEntities, post: createEntity },
  '/entities/{id}': { get: getEntity, patch: updateEntity, delete: deleteEntity },
};
