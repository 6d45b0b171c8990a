import { MAX_BLUEPRINT_SCHEMA_BYTES } from '@milepost/shared';
import { guardedAnswers, invalidBody, invalidQuery, refusal, TOO_LARGE } from '../answers.ts';
import { examples, pageWith } from '../examples.ts';
import { type Operation, type Paths, schemaReference } from '../openapi-types.ts';
import { pagingParameters } from '../parameters.ts';
import { ANY_CREDENTIAL } from '../security.ts';

const listBlueprints: Operation = {
  operationId: 'listBlueprints',
  tags: ['Blueprints'],
  summary: 'List blueprints (ext)',
  description: "The event types there are: the five that are built in, and then the account's own.",
  security: ANY_CREDENTIAL,
  parameters: pagingParameters,
  responses: guardedAnswers({
    200: {
      description: 'A page of blueprints.',
      schema: 'BlueprintPage',
      example: pageWith(examples.blueprint),
    },
    400: invalidQuery('limit', 'must be a whole number from 1 to 500'),
  }),
};

const createBlueprint: Operation = {
  operationId: 'createBlueprint',
  tags: ['Blueprints'],
  summary: 'Add a blueprint (ext)',
  description: `Adds an event type to the account. Its \`schema\` is a JSON Schema (2020-12) of at most ${MAX_BLUEPRINT_SCHEMA_BYTES / 1024} KiB that describes an object; \`$ref\` goes no further than the schema itself, and patterns are in the syntax of RE2, which cannot backtrack for ever.`,
  security: ANY_CREDENTIAL,
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: schemaReference('CreateBlueprint'), example: examples.newBlueprint },
    },
  },
  responses: guardedAnswers({
    201: { description: 'The blueprint.', schema: 'Blueprint', example: examples.blueprint },
    400: invalidBody(
      'schema.type',
      'must describe an object, since attributes are one: {"type": "object", …}',
    ),
    403: refusal(
      'The API key is limited to certain entities, and cannot add blueprints.',
      'This API key is limited to certain entities and cannot add blueprints.',
    ),
    409: refusal(
      'There is a blueprint with the shortId, built in or of the account.',
      "A blueprint with the shortId 'event-deploy' exists already; choose another.",
    ),
    413: TOO_LARGE,
  }),
};

export const blueprintPaths: Paths = {
  '/blueprints': { get: listBlueprints, post: createBlueprint },
};
