import { WELL_KNOWN_CLIENT_ID, WELL_KNOWN_USER } from '../../auth/well-known.ts';
import { INVALID_PATH, invalidBody, refusal, TOO_LARGE } from '../answers.ts';
import { controlAnswers } from '../control-answers.ts';
import { type Operation, type Paths, schemaReference } from '../openapi-types.ts';
import { pathId } from '../parameters.ts';
import { ANY_CREDENTIAL } from '../security.ts';

const ACCOUNT_ID = '0b6f0b1e-6c86-4a2e-9a55-3d0f5a1c7e42';
const OTHERS = refusal(
  "The credential is another account's, or a key that is limited to certain entities.",
  "This credential is another account's; only one of the emulator's own account concerns all accounts.",
);

const createAccount: Operation = {
  operationId: 'createAccount',
  tags: ['Emulator controls'],
  summary: 'Make an account for one test (ext)',
  description: `An account begins as a fresh emulator does, with a key, a user and the entities \`checkout\` and \`payments\` of its own, and with what the seed plants. Tests that run side by side take one each.

**With its key every call under /_control concerns that account alone**: its faults hit only its requests, its journal has only those, its clock is its own, and reset, snapshot, restore, seed and calculate leave all others as they are. Until its clock is set, it goes by the emulator's; an offset clock moves along with that.`,
  security: ANY_CREDENTIAL,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: schemaReference('CreateAccount'),
        examples: {
          plain: { summary: 'One that begins plainly', value: {} },
          clock: {
            summary: 'One that lives in another year',
            value: { name: 'midnight test', clock: { mode: 'frozen', now: '2026-12-31T23:59:00Z' } },
          },
        },
      },
    },
  },
  responses: controlAnswers({
    201: {
      description: 'The account is there.',
      schema: 'CreatedAccount',
      example: {
        accountId: ACCOUNT_ID,
        name: 'midnight test',
        key: 'mp_5d2c7a10_ExampleExampleExampleExampleExam',
        user: {
          id: '6cf4a4f5-8d0e-5f0b-9c1a-4f6a3b9d2e10',
          email: `${ACCOUNT_ID}@milepost.local`,
          password: WELL_KNOWN_USER.password,
        },
        clientId: WELL_KNOWN_CLIENT_ID,
        entities: [{ id: 'd2f9b3a4-2f4e-5b52-8f0f-6d4b1c2a3e58', shortId: 'checkout' }],
      },
    },
    400: invalidBody('clock.now', 'is required with offset: what the clock is to show'),
    403: OTHERS,
    413: { ...TOO_LARGE, description: 'The body is larger than 16 MiB (after inflating).' },
  }),
};

const listAccounts: Operation = {
  operationId: 'listAccounts',
  tags: ['Emulator controls'],
  summary: 'List the accounts of tests (ext)',
  description:
    "The accounts that were made, without the emulator's own. An account's credential shows it alone.",
  security: ANY_CREDENTIAL,
  responses: controlAnswers({
    200: {
      description: 'The accounts.',
      schema: 'AccountList',
      example: {
        items: [{ accountId: ACCOUNT_ID, name: 'midnight test', createdAt: '2026-12-31T23:59:00.000Z' }],
      },
    },
  }),
};

const removeAccount: Operation = {
  operationId: 'removeAccount',
  tags: ['Emulator controls'],
  summary: "Remove a test's account (ext)",
  description: 'With all that is in it. An account may remove itself.',
  security: ANY_CREDENTIAL,
  parameters: [pathId('Id of the account.')],
  responses: controlAnswers({
    204: { description: 'It is gone, and its credentials with it.' },
    400: INVALID_PATH,
    403: OTHERS,
    404: refusal(
      'There is none.',
      'There is no account with this id that was made by POST /_control/accounts.',
    ),
    409: refusal(
      "It is the emulator's own.",
      "The emulator's own account stays; POST /_control/reset empties it.",
    ),
  }),
};

export const accountPaths: Paths = {
  '/_control/accounts': { get: listAccounts, post: createAccount },
  '/_control/accounts/{id}': { delete: removeAccount },
};
