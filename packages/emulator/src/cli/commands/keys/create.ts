import { parseTimestamp } from '@milepost/shared/validation';
import { Command, Flags } from '@oclif/core';
import { makeApiKey } from '../../../auth/api-key.ts';
import { resolveEntityScope } from '../../../auth/resolve-entity-scope.ts';
import { systemClock } from '../../../clock.ts';
import { parseWholeNumber } from '../../../config-values.ts';
import { UsageError } from '../../../usage-error.ts';
import { accountFlags } from '../../account-flags.ts';
import { calledFrom } from '../../called-from.ts';
import { openAccount } from '../../open-account.ts';

export class KeysCreate extends Command {
  static override readonly summary = 'Make an API key and show it, this once.';
  static override readonly examples = [
    "<%= config.bin %> keys create --name 'checkout, production'",
    '<%= config.bin %> keys create --name trial --entity checkout --expires-at 2027-01-01T00:00:00Z',
  ];
  static override readonly flags = {
    ...accountFlags,
    name: Flags.string({ description: 'What the key is for.', required: true }),
    entity: Flags.string({
      description: 'Limit the key to this entity (id or shortId); repeatable.',
      multiple: true,
    }),
    'expires-at': Flags.string({ description: 'When the key stops working, such as 2027-01-01T00:00:00Z.' }),
    'rate-limit-minute': Flags.string({
      description: 'Requests a minute, instead of the limit of the server.',
    }),
    'rate-limit-hour': Flags.string({ description: 'Requests an hour, instead of the limit of the server.' }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(KeysCreate);
    const now = systemClock.now();
    const name = flags.name.trim();
    if (name === '' || name.length > 100) throw new UsageError('--name: expected 1 to 100 characters');
    const expiresAt = parseExpiry(flags['expires-at'], now);
    const rateLimitMinute = parseLimit('rate-limit-minute', flags['rate-limit-minute']);
    const rateLimitHour = parseLimit('rate-limit-hour', flags['rate-limit-hour']);

    const { store, account } = await openAccount(flags, calledFrom(process.env, process.cwd()));
    try {
      const scope = flags.entity && (await resolveEntityScope(store, account.id, flags.entity));
      const missing = scope?.missing.map((index) => flags.entity?.[index]);
      if (missing?.length) throw new UsageError(`--entity: '${missing.join("', '")}' not found`);
      const { key, record } = makeApiKey({
        accountId: account.id,
        name,
        entityIds: scope?.ids ?? null,
        createdBy: 'cli',
        createdAt: now,
        expiresAt,
        rateLimitMinute,
        rateLimitHour,
      });
      await store.putApiKey(record);
      const { id } = record;
      this.log(
        flags.json ? JSON.stringify({ id, name, key }) : `${key}\n\nShown this once; its id is ${id}.`,
      );
    } finally {
      await store.close();
    }
  }
}

function parseExpiry(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const instant = parseTimestamp(text);
  if (instant !== undefined && instant > now) return instant;
  throw new UsageError('--expires-at: expected a UTC datetime in the future, such as 2027-01-01T00:00:00Z');
}

function parseLimit(flag: string, text: string | undefined): number | null {
  return text === undefined ? null : parseWholeNumber(flag, text, 1, 1_000_000_000);
}
