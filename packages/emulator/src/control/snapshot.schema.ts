import { timestampSchema } from '@milepost/shared';
import type { FromSchema } from 'json-schema-to-ts';

/** The format of snapshots that this version writes; what is in `contents` has a format of its own. */
export const SNAPSHOT_FORMAT = 1;

const clockProperties = {
  mode: { type: 'string', enum: ['system', 'frozen', 'offset'] },
  now: timestampSchema,
} as const;

/** Body of the 200 of POST /_control/snapshot, and of POST /_control/restore. */
export const snapshotSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['milepostSnapshot', 'scope', 'accountId', 'clock', 'accountClocks', 'contents'],
  properties: {
    milepostSnapshot: { type: 'integer', const: SNAPSHOT_FORMAT, description: 'The format of it.' },
    scope: {
      type: 'string',
      enum: ['emulator', 'account'],
      description: 'Whether it has the whole emulator, or one account.',
    },
    accountId: {
      type: 'string',
      format: 'uuid',
      description: 'The account, or the own one of the emulator.',
    },
    clock: {
      type: 'object',
      additionalProperties: false,
      required: ['mode', 'now'],
      properties: clockProperties,
      description: 'What the clock showed, and how it went.',
    },
    accountClocks: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['accountId', 'mode', 'now'],
        properties: { accountId: { type: 'string', format: 'uuid' }, ...clockProperties },
      },
      description: 'Accounts that had a clock of their own.',
    },
    contents: {
      type: 'object',
      required: ['milepostFormat'],
      properties: { milepostFormat: { type: 'integer', minimum: 1 } },
      description: 'All that was stored, as a JSON store has it, without any secret.',
    },
  },
} as const;

export type SnapshotBody = FromSchema<typeof snapshotSchema>;
