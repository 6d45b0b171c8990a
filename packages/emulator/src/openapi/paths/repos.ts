import { MAX_COMMITS_PER_REQUEST } from '../../routes/repos.schema.ts';
import { guardedAnswers, INVALID_PATH, invalidBody, invalidQuery, refusal, TOO_LARGE } from '../answers.ts';
import { doraExamples } from '../dora-examples.ts';
import { pageWith } from '../examples.ts';
import { type Operation, type Paths, schemaReference } from '../openapi-types.ts';
import { pagingParameters, pathId } from '../parameters.ts';
import { ANY_CREDENTIAL } from '../security.ts';

const repoId = pathId('Id (in any case) of the repository.');

const notFound = refusal(
  'The account has no such repository, or the API key may not see it.',
  `Repository '${doraExamples.repo.id}' not found`,
);
const limitedKey = refusal(
  'The API key is limited to certain entities, and cannot change repositories.',
  'This API key is limited to certain entities and cannot change repositories.',
);
const one = { description: 'The repository.', schema: 'Repo', example: doraExamples.repo } as const;

const listRepos: Operation = {
  operationId: 'listRepos',
  tags: ['Repositories'],
  summary: 'List repositories (ext)',
  description:
    'The repositories of the account, by name. A key that is limited to entities sees those that one of them is built from.',
  security: ANY_CREDENTIAL,
  parameters: pagingParameters,
  responses: guardedAnswers({
    200: {
      description: 'A page of repositories.',
      schema: 'RepoPage',
      example: pageWith(doraExamples.repo),
    },
    400: invalidQuery('limit', 'must be a whole number from 1 to 500'),
  }),
};

const createRepo: Operation = {
  operationId: 'createRepo',
  tags: ['Repositories'],
  summary: 'Connect a repository (ext)',
  description:
    'Says where the commits of entities come from. Give a `url` or a `path`, whose history is read before each calculation of the metrics; or neither, and send the commits yourself. A `url` must not hold a password or token.',
  security: ANY_CREDENTIAL,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: schemaReference('CreateRepo'),
        examples: {
          connected: { summary: 'One that git reads', value: doraExamples.newRepo },
          byHand: { summary: 'One whose commits are sent', value: doraExamples.newRepoByHand },
        },
      },
    },
  },
  responses: guardedAnswers({
    201: one,
    400: invalidBody('entityIds[0]', "Entity 'chekout' not found"),
    403: limitedKey,
    413: TOO_LARGE,
  }),
};

const getRepo: Operation = {
  operationId: 'getRepo',
  tags: ['Repositories'],
  summary: 'Get a repository (ext)',
  description: 'One repository of the account, when its history was read last, and what was wrong with that.',
  security: ANY_CREDENTIAL,
  parameters: [repoId],
  responses: guardedAnswers({ 200: one, 400: INVALID_PATH, 404: notFound }),
};

const deleteRepo: Operation = {
  operationId: 'deleteRepo',
  tags: ['Repositories'],
  summary: 'Disconnect a repository (ext)',
  description:
    'Its commits go with it, also from the metrics, at the next calculation. Nothing happens to the repository itself.',
  security: ANY_CREDENTIAL,
  parameters: [repoId],
  responses: guardedAnswers({
    204: { description: 'The repository is gone.' },
    400: INVALID_PATH,
    403: limitedKey,
    404: notFound,
  }),
};

const addCommits: Operation = {
  operationId: 'addCommits',
  tags: ['Repositories'],
  summary: 'Send commits (ext)',
  description: `Adds 1 to ${MAX_COMMITS_PER_REQUEST.toLocaleString('en')} commits to the history of a repository. What is there already stays as it is; one whose parents were not known takes those that come now. They count at the next calculation of the metrics.`,
  security: ANY_CREDENTIAL,
  parameters: [repoId],
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: schemaReference('AddCommits'), example: doraExamples.newCommits },
    },
  },
  responses: guardedAnswers({
    201: { description: 'They are stored.', schema: 'AddedCommits', example: { accepted: 1, known: 0 } },
    400: invalidBody('commits[0].authoredAt', 'must exist in the calendar'),
    403: refusal(
      'The API key is limited to certain entities, and others are built from the repository, too.',
      'This API key is limited to certain entities, and the repository has others, too.',
    ),
    404: notFound,
    413: TOO_LARGE,
  }),
};

export const repoPaths: Paths = {
  '/repos': { get: listRepos, post: createRepo },
  '/repos/{id}': { get: getRepo, delete: deleteRepo },
  '/repos/{id}/commits': { post: addCommits },
};
