import { Flags } from '@oclif/core';
import { storeFlags } from './start-flags.ts';

/** Flags of every command about the data of an account. */
export const accountFlags = {
  ...storeFlags,
  account: Flags.string({ description: 'Id of the account, when the store has several.' }),
  json: Flags.boolean({ description: 'Print JSON.' }),
};
