import { formatTimestamp } from '@milepost/shared/validation';
import { Command, ux } from '@oclif/core';
import { systemClock } from '../../../clock.ts';
import type { ApiKeyRecord } from '../../../store/store.ts';
import { accountFlags } from '../../account-flags.ts';
import { calledFrom } from '../../called-from.ts';
import { openAccount } from '../../open-account.ts';

export class KeysList extends Command {
  static override readonly summary = 'List the API keys, without their secrets.';
  static override readonly flags = accountFlags;

  async run(): Promise<void> {
    const { flags } = await this.parse(KeysList);
    const { store, account } = await openAccount(flags, calledFrom(process.env, process.cwd()));
    try {
      const keys = await store.listApiKeys(account.id);
      const rows = keys.map((key) => row(key, systemClock.now()));
      if (flags.json) this.log(JSON.stringify(rows));
      else if (rows.length === 0)
        this.log('There are no API keys. Make one: milepost-emulator keys create --name NAME');
      else
        for (const { id, prefix, name, state, lastUsedAt } of rows) {
          ux.stdout(`${id}  ${prefix}…  ${state.padEnd(8)}  last used ${lastUsedAt ?? 'never'}  ${name}`);
        }
    } finally {
      await store.close();
    }
  }
}

function row(key: ApiKeyRecord, now: number) {
  const instant = (ms: number | null) => (ms === null ? null : formatTimestamp(ms));
  return {
    id: key.id,
    prefix: key.prefix,
    name: key.name,
    state: stateOf(key, now),
    entityIds: key.entityIds,
    createdBy: key.createdBy,
    createdAt: instant(key.createdAt),
    expiresAt: instant(key.expiresAt),
    revokedAt: instant(key.revokedAt),
    lastUsedAt: instant(key.lastUsedAt),
  };
}

function stateOf({ revokedAt, expiresAt }: ApiKeyRecord, now: number): 'active' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}
