import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { StoreUnavailableError } from '../../store.ts';
import { connectWorker } from './worker-connection.ts';

it('a thread that dies fails those who wait, and the next request has another', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'milepost-worker-'));
  const connection = connectWorker(join(directory, 'test.sqlite'), { maxOldGenerationSizeMb: 16 });
  await connection.execute('CREATE TABLE t (x)', []);
  await connection.execute('INSERT INTO t VALUES (?)', [1]);

  const tooMuch =
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000) SELECT i, hex(randomblob(50)) AS x FROM n';
  const fatal = connection.execute(tooMuch, []);
  const behind = connection.execute('SELECT 1', []);
  await expect(fatal).rejects.toThrow(StoreUnavailableError);
  await expect(behind).rejects.toThrow(StoreUnavailableError);

  expect((await connection.execute('SELECT x FROM t', [])).rows).toEqual([{ x: 1 }]);
  await connection.close();
  await expect(connection.execute('SELECT 1', [])).rejects.toThrow(StoreUnavailableError);
  await rm(directory, { recursive: true });
});
