import { isUuid } from '@milepost/shared/validation';
import { Args, Command } from '@oclif/core';
import { systemClock } from '../../../clock.ts';
import { UsageError } from '../../../usage-error.ts';
import { accountFlags } from '../../account-flags.ts';
import { calledFrom } from '../../called-from.ts';
import { openAccount } from '../../open-account.ts';

export class KeysRevoke extends Command {
  static override readonly summary = 'Revoke an API key; it stops working at once.';
  static override readonly args = {
    id: Args.string({ description: 'Id of the key, as `keys list` shows it.', required: true }),
  };
  static override readonly flags = accountFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KeysRevoke);
    const id = args.id.toLowerCase();
    if (!isUuid(id)) throw new UsageError('the id of a key is a UUID; `keys list` shows it');
    const { store, account } = await openAccount(flags, calledFrom(process.env, process.cwd()));
    try {
      const outcome = await store.revokeApiKey(account.id, id, systemClock.now());
      if (outcome === 'not-found') throw new UsageError(`there is no key with the id ${id}`);
      this.log(flags.json ? JSON.stringify({ id, revoked: true }) : `Revoked ${id}.`);
    } finally {
      await store.close();
    }
  }
}
