import { randomUUID } from 'node:crypto';
import type { Store } from '../store.ts';
import type { SqlEngine } from './sql-engine.ts';

type InstanceQueries = Pick<Store, 'keepSecret' | 'getSecret' | 'probeWrite'>;

const PROBE = 'write-probe';
/** More than a full request takes: on a full disk a row alone still finds room, in a log that has grown before. */
const PROBE_LENGTH = 65_536;

export function instanceQueries({ read, write }: SqlEngine): InstanceQueries {
  async function getSecret(name: string): Promise<string | undefined> {
    const row = await read.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
    return row?.value;
  }

  return {
    getSecret,

    async keepSecret(name, value) {
      await write
        .insertInto('secrets')
        .values({ name, value })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return (await getSecret(name)) ?? value;
    },

    async probeWrite(at) {
      // New all through: SQLite writes only the pages of a row that have changed.
      const mark = `${at} ${randomUUID()} `;
      const row = { name: PROBE, value: mark.repeat(PROBE_LENGTH / mark.length) };
      await write
        .insertInto('secrets')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute();
    },
  };
}
