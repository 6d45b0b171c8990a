import { formatTimestamp } from '@milepost/shared/validation';
import { Command, ux } from '@oclif/core';
import { accountFlags } from '../../account-flags.ts';
import { calledFrom } from '../../called-from.ts';
import { openAccount } from '../../open-account.ts';

export class ReposList extends Command {
  static override readonly summary = 'List the connected repositories, and how their last reading went.';
  static override readonly flags = accountFlags;

  async run(): Promise<void> {
    const { flags } = await this.parse(ReposList);
    const { store, account } = await openAccount(flags, calledFrom(process.env, process.cwd()));
    try {
      const repos = (await store.listRepos(account.id)).filter(({ kind }) => kind === 'connected');
      const rows = repos.map(({ id, name, url, path, entityIds, readAt, readError }) => ({
        id,
        name,
        url,
        path,
        entityIds,
        readAt: readAt === null ? null : formatTimestamp(readAt),
        readError,
      }));
      if (flags.json) this.log(JSON.stringify(rows));
      else if (rows.length === 0)
        this.log(
          'No repository is connected. Connect one: milepost-emulator repos connect --entity NAME --url URL',
        );
      else
        for (const { id, name, url, path, readAt, readError } of rows) {
          const reading = readError ?? (readAt === null ? 'not read yet' : `read ${readAt}`);
          ux.stdout(`${id}  ${name}  ${url ?? path ?? 'commits by hand'}  ${reading}`);
        }
    } finally {
      await store.close();
    }
  }
}
