import { isUuid } from '@milepost/shared/validation';
import { Args, Command } from '@oclif/core';
import { UsageError } from '../../../usage-error.ts';
import { accountFlags } from '../../account-flags.ts';
import { calledFrom } from '../../called-from.ts';
import { openAccount } from '../../open-account.ts';

export class ReposDisconnect extends Command {
  static override readonly summary = 'Disconnect a repository, and forget its commits.';
  static override readonly args = {
    id: Args.string({ description: 'Id of the repository, as `repos list` shows it.', required: true }),
  };
  static override readonly flags = accountFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ReposDisconnect);
    const id = args.id.toLowerCase();
    if (!isUuid(id)) throw new UsageError('the id of a repository is a UUID; `repos list` shows it');
    const { store, account } = await openAccount(flags, calledFrom(process.env, process.cwd()));
    try {
      const repo = await store.getRepo(account.id, id);
      if (repo?.kind !== 'connected') throw new UsageError(`there is no repository with the id ${id}`);
      await store.deleteRepo(account.id, id);
      this.log(flags.json ? JSON.stringify({ id, disconnected: true }) : `Disconnected ${repo.name}.`);
    } finally {
      await store.close();
    }
  }
}
