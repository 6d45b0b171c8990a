import { openAnswers, refusal, uncountedAnswers } from '../answers.ts';
import type { Operation, Paths } from '../openapi-types.ts';
import { ANY_CREDENTIAL } from '../security.ts';

const healthy = { schema: 'Health', example: { status: 'ok' } } as const;

const getLiveness: Operation = {
  operationId: 'getLiveness',
  tags: ['Service'],
  summary: 'Is the process alive? (ext)',
  description: 'Answers as long as the process does; asks nothing of the store.',
  security: [],
  responses: openAnswers({ 200: { description: 'It is.', ...healthy } }),
};

const getReadiness: Operation = {
  operationId: 'getReadiness',
  tags: ['Service'],
  summary: 'Can events be stored? (ext)',
  description: 'Proves a write to the store, at most one every 5 seconds.',
  security: [],
  responses: openAnswers({
    200: { description: 'They can.', ...healthy },
    503: refusal('They cannot, now.', 'The store cannot take writes now.', ['Retry-After']),
  }),
};

const getMetrics: Operation = {
  operationId: 'getMetrics',
  tags: ['Service'],
  summary: 'Figures of the server itself (ext)',
  description:
    "Prometheus' text format. It needs a credential unless the service was started with `--public-metrics`, and never counts against a rate limit.",
  security: ANY_CREDENTIAL,
  responses: uncountedAnswers({ 200: { description: 'The figures.', text: 'text/plain' } }),
};

const getOpenApiDocument: Operation = {
  operationId: 'getOpenApiDocument',
  tags: ['Service'],
  summary: 'This document (ext)',
  description: 'OpenAPI 3.1, made from the JSON Schemas that validate the requests.',
  security: [],
  responses: openAnswers({
    200: { description: 'The document.', schema: 'OpenApiDocument', headers: ['Cache-Control', 'ETag'] },
    304: { description: 'It is the one that `If-None-Match` names.', headers: ['Cache-Control', 'ETag'] },
  }),
};

const getDocs: Operation = {
  operationId: 'getDocs',
  tags: ['Service'],
  summary: 'This document, to read and to try (ext)',
  description: 'A page for people. How to move from API keys to bearer tokens is at `#migration`.',
  security: [],
  responses: openAnswers({
    200: { description: 'The page.', text: 'text/html', headers: ['Cache-Control'] },
  }),
};

export const servicePaths: Paths = {
  '/livez': { get: getLiveness },
  '/readyz': { get: getReadiness },
  '/metrics': { get: getMetrics },
  '/openapi.json': { get: getOpenApiDocument },
  '/docs': { get: getDocs },
};
