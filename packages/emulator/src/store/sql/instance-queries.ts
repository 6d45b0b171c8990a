import type { Store } from '../store.ts';
import type { SqlEngine } from './sql-engine.ts';

type InstanceQueries = Pick<Store, 'keepSecret' | 'getSecret' | 'probeWrite'>;

const PROBE = 'write-probe';

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
      const row = { name: PROBE, value: String(at) };
      await write
        .insertInto('secrets')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute();
    },
  };
}
