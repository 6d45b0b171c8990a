import { Flags } from '@oclif/core';
import { storeFlags } from './start-flags.ts';

/** Flags of every `keys` command. */
export const keysFlags = {
  ...storeFlags,
  account: Flags.string({ description: 'Id of the account, when the store has several.' }),
  json: Flags.boolean({ description: 'Print JSON.' }),
};
