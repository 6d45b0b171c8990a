import { guardedAnswers, INVALID_PATH, invalidBody, invalidQuery, refusal, TOO_LARGE } from '../answers.ts';
import { examples, pageWith } from '../examples.ts';
import { type Operation, type Paths, schemaReference } from '../openapi-types.ts';
import { pagingParameters, pathId } from '../parameters.ts';
import { BEARER_ONLY } from '../security.ts';

const listApiKeys: Operation = {
  operationId: 'listApiKeys',
  tags: ['API keys'],
  summary: 'List API keys (ext)',
  description:
    'The keys of the account, those that were revoked or have expired included, without their secrets.',
  security: BEARER_ONLY,
  parameters: pagingParameters,
  responses: guardedAnswers({
    200: { description: 'A page of keys.', schema: 'ApiKeyPage', example: pageWith(examples.apiKey) },
    400: invalidQuery('offset', 'must be a whole number from 0 to 9007199254740991'),
  }),
};

const createApiKey: Operation = {
  operationId: 'createApiKey',
  tags: ['API keys'],
  summary: 'Make an API key (ext)',
  description:
    'The key is shown this once, and nobody can show it again. API keys are deprecated (spec, section 9): prefer bearer tokens.',
  security: BEARER_ONLY,
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: schemaReference('CreateApiKey'), example: examples.newApiKey },
    },
  },
  responses: guardedAnswers({
    201: {
      description: 'The key, with its secret.',
      schema: 'CreatedApiKey',
      headers: ['Cache-Control'],
      example: examples.createdApiKey,
    },
    400: invalidBody('expiresAt', 'must be in the future; leave it out for a key that never expires'),
    413: TOO_LARGE,
  }),
};

const revokeApiKey: Operation = {
  operationId: 'revokeApiKey',
  tags: ['API keys'],
  summary: 'Revoke an API key (ext)',
  description: 'The key is refused from this moment on. It stays in the list.',
  security: BEARER_ONLY,
  parameters: [pathId('Id of the key.')],
  responses: guardedAnswers({
    204: { description: 'The key is revoked.' },
    400: INVALID_PATH,
    404: refusal('The account has no such key.', 'There is no API key with this id.'),
  }),
};

export const apiKeyPaths: Paths = {
  '/api-keys': { get: listApiKeys, post: createApiKey },
  '/api-keys/{id}': { delete: revokeApiKey },
};
