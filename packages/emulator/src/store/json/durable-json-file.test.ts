import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonMigration } from '../contents/contents-format.ts';
import { emptyContents } from '../contents/store-contents.ts';
import { ACCOUNT } from '../contract/records.fixture.ts';
import { createDurableJsonFile } from './durable-json-file.ts';

describe('createDurableJsonFile', () => {
  let directory = '';
  let path = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'milepost-json-'));
    path = join(directory, 'milepost.json');
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('reads a missing file as null', async () => {
    expect(await createDurableJsonFile(path).read()).toBeNull();
  });

  it('reads what it wrote', async () => {
    const contents = { ...emptyContents(), secrets: [{ name: '__proto__', value: '\u2028 é 👍 \u0000' }] };
    await createDurableJsonFile(path).write(contents);
    expect(await createDurableJsonFile(path).read()).toMatchObject(contents);
  });

  it('reads a file with a byte order mark', async () => {
    await createDurableJsonFile(path).write(emptyContents());
    await writeFile(path, `\uFEFF${await readFile(path, 'utf8')}`);
    expect(await createDurableJsonFile(path).read()).toMatchObject(emptyContents());
  });

  it('lifts format 1, which had neither incidents nor repositories, and copies the file first', async () => {
    const account = { id: ACCOUNT, name: 'Ours', createdAt: 0 };
    const old = { users: [], apiKeys: [], blueprints: [], entities: [], secrets: [], idempotencyKeys: [] };
    const text = JSON.stringify({ milepostFormat: 1, accounts: [account], ...old, events: [] });
    await writeFile(path, text);
    const file = createDurableJsonFile(path);
    const contents = await file.read();

    expect(contents).toEqual({ ...emptyContents(), accounts: [account] });
    expect(await readFile(`${path}.format-1.bak`, 'utf8')).toBe(text);
    expect(await readFile(path, 'utf8')).toBe(text);

    if (contents) await file.write(contents);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ milepostFormat: 2, ...contents });
  });

  describe('with a file of an older format', () => {
    const account = { id: ACCOUNT, name: 'Ours', createdAt: 0 };
    /** Once upon a time there were no secrets, and accounts were called customers. */
    const migrations: JsonMigration[] = [
      (document) => ({ ...document, secrets: [] }),
      (document) => {
        const { customers, ...rest } = { customers: [], ...document };
        return { ...rest, accounts: customers };
      },
    ];
    const { accounts: _accounts, secrets: _secrets, ...collections } = emptyContents();

    it.each([
      { format: 1, text: JSON.stringify({ milepostFormat: 1, customers: [account], ...collections }) },
      {
        format: 2,
        text: JSON.stringify({ milepostFormat: 2, customers: [account], secrets: [], ...collections }),
      },
    ])('lifts format $format step by step, and copies the file first', async ({ format, text }) => {
      await writeFile(path, text);
      const file = createDurableJsonFile(path, migrations);
      const contents = await file.read();

      expect(contents).toMatchObject({ accounts: [account], secrets: [] });
      expect(await readFile(`${path}.format-${format}.bak`, 'utf8')).toBe(text);
      expect(await readFile(path, 'utf8')).toBe(text);

      if (contents) await file.write(contents);
      expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
        milepostFormat: 3,
        accounts: [account],
      });
    });

    it('copies nothing once the file has the newest format', async () => {
      const file = createDurableJsonFile(path, migrations);
      await file.write(emptyContents());
      await file.read();
      expect(await readdir(directory)).toEqual(['milepost.json']);
    });
  });
});
