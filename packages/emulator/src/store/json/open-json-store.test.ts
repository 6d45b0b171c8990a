import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ACCOUNT,
  batchOf,
  eventQuery,
  keyed,
  NOW,
  newApiKey,
  newEntity,
  newEvent,
} from '../contract/records.fixture.ts';
import { type Store, StoreOpenError, StoreUnavailableError } from '../store.ts';
import { openFileStore, openMemoryStore } from './open-json-store.ts';

describe('openFileStore', () => {
  let directory = '';
  let path = '';
  let warnings: string[] = [];
  let opened: Store[] = [];

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'milepost-json-'));
    path = join(directory, 'milepost.json');
    warnings = [];
    opened = [];
  });
  afterEach(async () => {
    for (const store of opened) await store.close();
    await rm(directory, { recursive: true, force: true });
  });

  async function open(at = path): Promise<Store> {
    const store = await openFileStore({ path: at, warn: (message) => warnings.push(message) });
    opened.push(store);
    return store;
  }

  async function openError(at = path): Promise<StoreOpenError> {
    const error = await open(at).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof StoreOpenError)) throw new Error('it opened', { cause: error });
    expect(error.message).toMatch(/^[^\n]+$/);
    return error;
  }

  describe('the file', () => {
    it('is created for its owner only, in a directory of its own, and is ready to be read', async () => {
      path = join(directory, 'new', 'milepost.json');
      const store = await open();
      expect(store.name).toBe(`file:${path}`);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect((await stat(join(directory, 'new'))).mode & 0o777).toBe(0o700);
      expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ milepostFormat: 1, events: [] });
    });

    it('has one record a line', async () => {
      const store = await open();
      const events = [newEvent({ attributes: '{"a":"\\n"}' }), newEvent()];
      await store.appendEvents(batchOf(events));
      const lines = (await readFile(path, 'utf8')).split('\n');
      for (const { id } of events) expect(lines.filter((line) => line.includes(id))).toHaveLength(1);
    });

    it('is whole after every write, with nothing left beside it but the lock', async () => {
      const store = await open();
      for (let n = 0; n < 5; n++) {
        await store.appendEvents(batchOf([newEvent()]));
        expect(JSON.parse(await readFile(path, 'utf8')).events).toHaveLength(n + 1);
        expect(await readdir(directory)).toEqual(['milepost.json', 'milepost.json.lock']);
      }
    });

    it('is not written when a call changes nothing', async () => {
      const store = await open();
      await store.putApiKey(newApiKey());
      await store.keepSecret('pepper', 'first');
      const { ino } = await stat(path);
      await store.keepSecret('pepper', 'second');
      await store.touchApiKeys([]);
      await store.deleteEntity(ACCOUNT, newEntity().id);
      expect((await stat(path)).ino).toBe(ino);
      await store.probeWrite(NOW);
      expect((await stat(path)).ino).not.toBe(ino);
    });

    it('is found behind a link, which stays', async () => {
      const link = join(directory, 'link.json');
      await (await open()).close();
      await symlink(path, link);
      const store = await open(link);
      await store.ensureAccount({ id: ACCOUNT, name: 'Ours', createdAt: NOW });
      expect(await readFile(path, 'utf8')).toContain('Ours');
      expect((await openError()).message).toContain('is in use by another process');
    });
  });

  it('removes what a killed process left half written', async () => {
    await (await open()).close();
    await writeFile(`${path}.writing`, '{"milepostFormat":1,"acc');
    await open();
    expect(await readdir(directory)).toEqual(['milepost.json', 'milepost.json.lock']);
  });

  it('has all that was acknowledged before a kill -9', async () => {
    const url = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
    const script = `
      const { openFileStore } = await import(${url('open-json-store.ts')});
      const { batchOf, newEvent } = await import(${url('../contract/records.fixture.ts')});
      const store = await openFileStore({ path: ${JSON.stringify(path)}, warn() {} });
      async function send() {
        for (;;) {
          const event = newEvent();
          await store.appendEvents(batchOf([event]));
          console.log(event.id);
        }
      }
      for (let n = 0; n < 8; n++) send();`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const acknowledged: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(line);
      if (acknowledged.length === 200) child.kill('SIGKILL');
    }

    const store = await open();
    for (const id of acknowledged) expect(await store.getEvent(ACCOUNT, id)).toBeDefined();
    const { items } = await store.listEvents(eventQuery({ limit: 100_000 }));
    expect(items.map(({ seq }) => seq)).toEqual(Array.from(items, (_, index) => items.length - index));
  });

  describe('refuses, with one line that says what to do', () => {
    it('a file in use, until it is closed', async () => {
      const first = await open();
      expect((await openError()).message).toContain(`${path} is in use by another process`);
      await first.appendEvents(batchOf([newEvent()]));
      await first.close();
      const { itemCount } = await (await open()).listEvents(eventQuery());
      expect(itemCount).toBe(1);
    });

    it('a file of a newer Milepost', async () => {
      await writeFile(path, '{"milepostFormat":2,"anything":[]}');
      expect((await openError()).message).toBe(
        `${path} was written by a newer Milepost (format 2; this one reads 1); update Milepost`,
      );
    });

    const account = { id: ACCOUNT, name: 'Ours', createdAt: NOW };
    const event = { accountId: ACCOUNT, seq: 1, ...newEvent() };
    it.each([
      { what: 'nothing', text: '', says: 'is empty' },
      { what: 'text', text: 'events: []\n', says: 'is not JSON' },
      { what: 'half of the file', text: '{"milepostFormat":1,"acc', says: 'is not JSON' },
      { what: 'bytes that are not UTF-8', text: Buffer.from([0x7b, 0xff, 0x7d]), says: 'is not UTF-8' },
      { what: 'a JSON array', text: '[]', says: 'is not a file of Milepost' },
      { what: 'null', text: 'null', says: 'is not a file of Milepost' },
      { what: 'the JSON of others', text: '{"name":"x"}', says: 'is not a file of Milepost' },
      { what: 'format 0', text: '{"milepostFormat":0}', says: 'is not a file of Milepost' },
      {
        what: 'collections missing',
        text: '{"milepostFormat":1}',
        says: 'is damaged: the document must have',
      },
      {
        what: 'a wrong type',
        text: documentOf({ accounts: [{ ...account, createdAt: 'x' }] }),
        says: 'accounts/0/createdAt',
      },
      {
        what: 'an instant beyond all',
        text: documentOf({ events: [{ ...event, timestamp: 9e15 }] }),
        says: 'events/0/timestamp',
      },
      {
        what: 'attributes that are no object',
        text: documentOf({ events: [{ ...event, attributes: '[]' }] }),
        says: 'events/0/attributes',
      },
      {
        what: 'a member that we do not know',
        text: documentOf({ accounts: [{ ...account, plan: 'gold' }] }),
        says: 'additional properties',
      },
      {
        what: 'one account twice',
        text: documentOf({ accounts: [account, account] }),
        says: 'is damaged: there are two',
      },
      {
        what: 'one event twice',
        text: documentOf({ events: [event, { ...event, seq: 2 }] }),
        says: 'is damaged: there are two',
      },
      {
        what: 'a sequence twice',
        text: documentOf({ events: [event, { ...event, id: 'other' }] }),
        says: 'does not ascend',
      },
    ])('a file with $what', async ({ text, says }) => {
      await writeFile(path, text);
      const { message } = await openError();
      expect(message).toContain(path);
      expect(message).toContain(says);
      expect(await readFile(path)).toEqual(Buffer.from(text));
      // The lock is given back: once the file is mended, it opens.
      await writeFile(path, documentOf({}));
      await open();
    });

    it('a directory, and a path through a file', async () => {
      await mkdir(path);
      expect((await openError()).message).toContain(`Cannot read ${path}: EISDIR`);
      await writeFile(join(directory, 'file'), '');
      expect((await openError(join(directory, 'file', 'milepost.json'))).message).toMatch(
        /^Cannot create .*EEXIST/,
      );
    });
  });

  describe('when a write fails', () => {
    it('says so, shows nothing of it, and works again when the cause is gone', async () => {
      const store = await open();
      const kept = newEvent();
      await store.appendEvents(batchOf([kept], { idempotency: keyed({ key: 'kept' }) }));
      const document = await readFile(path);
      await rm(directory, { recursive: true });

      const lost = newEvent();
      const attempts = await Promise.allSettled([
        store.appendEvents(batchOf([lost], { idempotency: keyed() })),
        store.createEntity(newEntity()),
        store.keepSecret('pepper', 'lost'),
        store.probeWrite(NOW),
      ]);
      for (const attempt of attempts) {
        expect(attempt).toMatchObject({
          status: 'rejected',
          reason: { name: StoreUnavailableError.name, cause: { code: 'ENOENT' } },
        });
      }
      expect(await store.getEvent(ACCOUNT, lost.id)).toBeUndefined();
      expect((await store.listEvents(eventQuery())).itemCount).toBe(1);
      expect(await store.findEntities(ACCOUNT, [{ id: newEntity().id }])).toEqual([]);
      expect(await store.getSecret('pepper')).toBeUndefined();

      await mkdir(directory);
      await writeFile(path, document);
      expect(await store.appendEvents(batchOf([lost], { idempotency: keyed() }))).toEqual({
        state: 'stored',
      });
      expect(await store.getEvent(ACCOUNT, lost.id)).toMatchObject({ seq: 2 });
      expect(await store.keepSecret('pepper', 'found')).toBe('found');
      expect(JSON.parse(await readFile(path, 'utf8')).events).toHaveLength(2);
    });

    it('leaves nothing half written, if the file itself cannot be replaced', async () => {
      const store = await open();
      await rm(path);
      await mkdir(path);
      await expect(store.appendEvents(batchOf([newEvent()]))).rejects.toBeInstanceOf(StoreUnavailableError);
      expect(await readdir(directory)).toEqual(['milepost.json', 'milepost.json.lock']);
      await rm(path, { recursive: true });
      await store.probeWrite(NOW);
    });
  });

  describe('past 10,000 events', () => {
    it('warns once, when the next one comes and when the file is opened again', async () => {
      const store = await open();
      await store.appendEvents(batchOf(Array.from({ length: 10_000 }, () => newEvent())));
      expect(warnings).toEqual([]);
      await store.appendEvents(batchOf([newEvent()]));
      await store.appendEvents(batchOf([newEvent()]));
      expect(warnings).toEqual([expect.stringMatching(/holds more than 10000 events.*sqlite:/)]);
      await store.close();
      await open();
      expect(warnings).toHaveLength(2);
    });
  });

  describe('after close', () => {
    it('refuses writes, and may be closed again', async () => {
      for (const store of [await open(), await openMemoryStore()]) {
        await store.close();
        await store.close();
        await expect(store.probeWrite(NOW)).rejects.toThrow('is closed');
        await expect(store.appendEvents(batchOf([]))).rejects.toBeInstanceOf(StoreUnavailableError);
      }
    });
  });
});

function documentOf(members: object): string {
  const empty = { accounts: [], users: [], apiKeys: [], blueprints: [], entities: [] };
  return JSON.stringify({
    milepostFormat: 1,
    ...empty,
    secrets: [],
    idempotencyKeys: [],
    events: [],
    ...members,
  });
}
