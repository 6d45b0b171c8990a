import { invalidBody, refusal, TOO_LARGE } from '../answers.ts';
import { controlAnswers } from '../control-answers.ts';
import { type Operation, type Paths, schemaReference } from '../openapi-types.ts';
import { ANY_CREDENTIAL } from '../security.ts';

const NOT_EMULATED = refusal(
  'The account was there before the emulator ran on this store.',
  'This account was not made by POST /_control/accounts; the controls leave it as it is.',
);

const SNAPSHOT = {
  milepostSnapshot: 1,
  scope: 'account',
  accountId: '0b6f0b1e-6c86-4a2e-9a55-3d0f5a1c7e42',
  clock: { mode: 'frozen', now: '2026-12-31T23:59:00.000Z' },
  accountClocks: [],
  contents: { milepostFormat: 2 },
};

const reset: Operation = {
  operationId: 'reset',
  tags: ['Emulator controls'],
  summary: 'Begin anew (ext)',
  description: `Everything is as it was when the emulator started, with its seed and its clock: nothing else is stored, there are no faults, the journal is empty, and nobody has used up a rate limit. Accounts that were made for tests are gone. Tokens stay valid.

With an account's credential this is done to that account, which is then as it was made. It takes no body. What is stored changes at once, in one transaction.`,
  security: ANY_CREDENTIAL,
  responses: controlAnswers({ 204: { description: 'It has begun anew.' }, 409: NOT_EMULATED }),
};

const takeSnapshot: Operation = {
  operationId: 'takeSnapshot',
  tags: ['Emulator controls'],
  summary: 'Take a snapshot (ext)',
  description: `All that is stored, of one instant, and what the clock shows: for POST /_control/restore of this emulator or another, on whatever store. There is no secret in it: of API keys only digests, no password, no signing key. Faults, journal and rate windows are not part of it, nor the mirrors of repositories, which are read again.

It takes no body. One of more than 128 MiB cannot be restored: copy the store instead. A new Milepost reads the snapshots of an old one.`,
  security: ANY_CREDENTIAL,
  responses: controlAnswers({
    200: { description: 'The snapshot.', schema: 'Snapshot', example: SNAPSHOT },
  }),
};

const restoreSnapshot: Operation = {
  operationId: 'restoreSnapshot',
  tags: ['Emulator controls'],
  summary: 'Restore a snapshot (ext)',
  description: `What is stored, and the clock, are as they were when the snapshot was taken: all of it or nothing, in one transaction, and no midnight is run on the way. Keys that were made since then are gone; the emulator's own key is the one that it was started with.

With an account's credential a snapshot of an account is put into that one. It may be another's: then its keys, and what Idempotency-Keys answered, are left out.`,
  security: ANY_CREDENTIAL,
  requestBody: {
    required: true,
    content: { 'application/json': { schema: schemaReference('Snapshot'), example: SNAPSHOT } },
  },
  responses: controlAnswers({
    204: { description: 'It is as it was.' },
    400: invalidBody(
      'contents',
      'was written by a newer Milepost (format 3; this one reads 2); update Milepost',
    ),
    409: NOT_EMULATED,
    413: { ...TOO_LARGE, description: 'The body is larger than 128 MiB (after inflating).' },
  }),
};

const plantSeed: Operation = {
  operationId: 'plantSeed',
  tags: ['Emulator controls'],
  summary: 'Plant a seed (ext)',
  description: `Entities, blueprints, events, incidents and repositories in the words of the API, as in a file for \`--seed\`. What is there already stays as it is, so that the same seed twice plants once. Of a seed with a mistake nothing is planted; \`errors\` lists what is wrong, first with its shape, then with what it refers to. In YAML it may have 1 MiB: reading YAML takes long, and nobody else is answered meanwhile.`,
  security: ANY_CREDENTIAL,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: schemaReference('Seed'),
        example: {
          entities: [{ shortId: 'search', name: 'Search', type: 'service' }],
          events: [{ type: 'event-deploy', entityId: 'search', attributes: { env: 'production' } }],
        },
      },
      'application/yaml': { schema: schemaReference('Seed') },
    },
  },
  responses: controlAnswers({
    204: { description: 'It is planted.' },
    400: invalidBody('events[0].entityId', "Entity 'serach' not found"),
    413: {
      ...TOO_LARGE,
      description: 'The body is larger than 16 MiB, or as YAML than 1 MiB (after inflating).',
    },
  }),
};

export const statePaths: Paths = {
  '/_control/reset': { post: reset },
  '/_control/snapshot': { post: takeSnapshot },
  '/_control/restore': { post: restoreSnapshot },
  '/_control/seed': { post: plantSeed },
};
