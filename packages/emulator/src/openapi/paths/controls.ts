import { DEFAULT_TOKEN_LIFETIME } from '../../auth/tokens.ts';
import { MAX_FAULTS } from '../../control/faults.ts';
import { INVALID_PATH, invalidBody, refusal, TOO_LARGE } from '../answers.ts';
import { controlAnswers } from '../control-answers.ts';
import { examples } from '../examples.ts';
import { type Operation, type Paths, schemaReference } from '../openapi-types.ts';
import { pathId } from '../parameters.ts';
import { ANY_CREDENTIAL } from '../security.ts';
import { accountPaths } from './accounts.ts';
import { clockPaths } from './clock.ts';
import { journalPaths } from './journal.ts';
import { statePaths } from './state.ts';

const createFault: Operation = {
  operationId: 'createFault',
  tags: ['Emulator controls'],
  summary: 'Let requests fail (ext)',
  description: `From now on the requests that \`match\` describes meet what \`do\` says, \`times\` times at most, and for \`ttlMs\` milliseconds.

- **Matching.** Everything in \`match\` must be true. A request that fits \`method\`, \`path\` and \`credential\` is counted by the fault, also when another one acts on it; \`nth\`, \`first\` and \`probability\` then decide by that count. Faults are met before the credential is checked, so that no injected answer counts against a rate limit. Any route can be hit but /_control.
- **Several faults.** All latencies that fire add up. Of the other kinds the oldest fault that fires acts, after the latency; the others are not spent.
- **Lost answers.** With \`reset: "after-commit"\` and \`truncate\` the request has been handled, also when it was refused. A client that sends again under the same Idempotency-Key is answered what it missed.
- **Partial success.** The events at the indexes of \`partial\` end up in \`failures\` with a reason, the others are stored; an Idempotency-Key remembers this answer, and one that is known already is answered as before. Errors of the request itself come first, and an index beyond the last event means nothing.
- **How long.** A fault lives in the memory of this process, until it is removed or its \`ttlMs\` is over. At most ${MAX_FAULTS} are kept; a spent one makes room for a new one.`,
  security: ANY_CREDENTIAL,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: schemaReference('CreateFault'),
        examples: {
          tooMany: { summary: 'Two 429s', value: examples.tooManyRequests },
          lost: { summary: 'An answer that is lost', value: examples.lostAnswer },
          partial: { summary: 'The second event fails', value: examples.partialSuccess },
          slow: { summary: 'One in ten is slow', value: examples.slowRequests },
        },
      },
    },
  },
  responses: controlAnswers({
    201: { description: 'The fault is there.', schema: 'CreatedFault', example: { id: examples.fault.id } },
    400: invalidBody('do.latencyMs', 'must be an integer, not a string'),
    409: refusal(
      `There are ${MAX_FAULTS} faults that can still fire.`,
      `There are ${MAX_FAULTS} faults already; remove some with DELETE /_control/faults/{id}, or all with DELETE /_control/faults.`,
    ),
    413: TOO_LARGE,
  }),
};

const listFaults: Operation = {
  operationId: 'listFaults',
  tags: ['Emulator controls'],
  summary: 'List faults (ext)',
  description:
    'The oldest first, with how often each has matched and fired, and what is left of it. Those whose time is over are gone.',
  security: ANY_CREDENTIAL,
  responses: controlAnswers({
    200: { description: 'The faults.', schema: 'FaultList', example: { items: [examples.fault] } },
  }),
};

const removeFaults: Operation = {
  operationId: 'removeFaults',
  tags: ['Emulator controls'],
  summary: 'Remove all faults (ext)',
  description: 'Requests that wait already wait on.',
  security: ANY_CREDENTIAL,
  responses: controlAnswers({ 204: { description: 'There are none.' } }),
};

const removeFault: Operation = {
  operationId: 'removeFault',
  tags: ['Emulator controls'],
  summary: 'Remove a fault (ext)',
  description: 'Requests that wait already wait on.',
  security: ANY_CREDENTIAL,
  parameters: [pathId('Id of the fault.')],
  responses: controlAnswers({
    204: { description: 'It is gone.' },
    400: INVALID_PATH,
    404: refusal('There is none.', 'There is no fault with this id; it may have expired.'),
  }),
};

const mintToken: Operation = {
  operationId: 'mintToken',
  tags: ['Emulator controls'],
  summary: 'Mint an access token (ext)',
  description: `A token of any kind, also one that must be refused: expired, not yet valid, for another audience, of another issuer, with a wrong signature. \`{}\` mints what POST /oauth/token would give the emulator's own user: valid for ${DEFAULT_TOKEN_LIFETIME} seconds. It answers 200, since nothing is kept of a token.`,
  security: ANY_CREDENTIAL,
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: schemaReference('MintToken'), example: { expiresIn: -60 } },
    },
  },
  responses: controlAnswers({
    200: {
      description: 'The token.',
      schema: 'MintedToken',
      headers: ['Cache-Control'],
      example: { access_token: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJlMDAwMDAwMCJ9.c2lnbmF0dXJl' },
    },
    400: invalidBody('expiresIn', 'must be an integer, not a string'),
    413: TOO_LARGE,
  }),
};

export const controlPaths: Paths = {
  '/_control/faults': { get: listFaults, post: createFault, delete: removeFaults },
  '/_control/faults/{id}': { delete: removeFault },
  '/_control/tokens': { post: mintToken },
  ...clockPaths,
  ...journalPaths,
  ...accountPaths,
  ...statePaths,
};
