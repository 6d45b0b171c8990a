import { resolve } from 'node:path';
import { Command, Flags } from '@oclif/core';
import { resolveEntityScope } from '../../../auth/resolve-entity-scope.ts';
import { systemClock } from '../../../clock.ts';
import { locationProblem, newRepo } from '../../../repos/connect-repo.ts';
import { UsageError } from '../../../usage-error.ts';
import { accountFlags } from '../../account-flags.ts';
import { calledFrom } from '../../called-from.ts';
import { openAccount } from '../../open-account.ts';

export class ReposConnect extends Command {
  static override readonly summary = 'Connect a repository to the entities that are built from it.';
  static override readonly description =
    'Its history is read by git before each calculation of the metrics. For a private one, start the server with MILEPOST_GIT_TOKENS=github.com=TOKEN in its environment. Without --url and --path its commits come by POST /repos/{id}/commits.';
  static override readonly examples = [
    '<%= config.bin %> repos connect --entity checkout --url https://github.com/example/checkout.git',
    '<%= config.bin %> repos connect --entity checkout --entity payments --path ../shop',
  ];
  static override readonly flags = {
    ...accountFlags,
    entity: Flags.string({
      description: 'Entity, by id or shortId; repeatable.',
      required: true,
      multiple: true,
    }),
    url: Flags.string({ description: 'Address for git, without a password.', exclusive: ['path'] }),
    path: Flags.string({ description: 'Path of a repository on this machine.' }),
    name: Flags.string({ description: 'Name for people; the last part of the address by default.' }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(ReposConnect);
    const base = calledFrom(process.env, process.cwd());
    const url = flags.url ?? null;
    const path = flags.path === undefined ? null : resolve(base, flags.path);
    const problem = locationProblem({ url, path });
    if (problem) throw new UsageError(`--${problem.path}: ${problem.msg}`);
    const { store, account } = await openAccount(flags, base);
    try {
      const { ids, missing } = await resolveEntityScope(store, account.id, flags.entity);
      const unknown = missing.map((index) => flags.entity[index]);
      if (unknown.length > 0) throw new UsageError(`--entity: '${unknown.join("', '")}' not found`);
      const name = flags.name ?? nameOf(url ?? path) ?? flags.entity.join(', ');
      const repo = newRepo(account.id, systemClock.now(), { name, url, path, entityIds: ids });
      await store.createRepo(repo);
      const { id } = repo;
      this.log(
        flags.json
          ? JSON.stringify({ id, name, url, path, entityIds: ids })
          : `Connected ${name}; its id is ${id}. Its history is read before the next calculation: at midnight UTC, or now by \`metrics calculate\`.`,
      );
    } finally {
      await store.close();
    }
  }
}

/** `checkout` of `https://github.com/example/checkout.git`. */
function nameOf(place: string | null): string | undefined {
  return (
    place
      ?.replace(/(\.git)?[/\\]*$/, '')
      .split(/[/\\:]/)
      .at(-1) || undefined
  );
}
