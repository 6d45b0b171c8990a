import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
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
import { StoreUnavailableError } from '../store.ts';
import { useFileStore } from './file-store.fixture.ts';
import { openMemoryStore } from './open-json-store.ts';

describe('openFileStore', () => {
  const subject = useFileStore();

  describe('the file', () => {
    it('is created for its owner only, in a directory of its own, and is ready to be read', async () => {
      subject.path = join(subject.directory, 'new', 'milepost.json');
      const store = await subject.open();
      expect(store.name).toBe(`file:${subject.path}`);
      expect((await stat(subject.path)).mode & 0o777).toBe(0o600);
      expect((await stat(join(subject.directory, 'new'))).mode & 0o777).toBe(0o700);
      expect(JSON.parse(await readFile(subject.path, 'utf8'))).toMatchObject({
        milepostFormat: 2,
        events: [],
      });
    });

    it('has one record a line', async () => {
      const store = await subject.open();
      const events = [newEvent({ attributes: '{"a":"\\n"}' }), newEvent()];
      await store.appendEvents(batchOf(events));
      const lines = (await readFile(subject.path, 'utf8')).split('\n');
      for (const { id } of events) expect(lines.filter((line) => line.includes(id))).toHaveLength(1);
    });

    it('is whole after every write, with nothing left beside it but the lock', async () => {
      const store = await subject.open();
      for (let n = 0; n < 5; n++) {
        await store.appendEvents(batchOf([newEvent()]));
        expect(JSON.parse(await readFile(subject.path, 'utf8')).events).toHaveLength(n + 1);
        expect(await readdir(subject.directory)).toEqual(['milepost.json', 'milepost.json.lock']);
      }
    });

    it('is not written when a call changes nothing', async () => {
      const store = await subject.open();
      await store.putApiKey(newApiKey());
      await store.keepSecret('pepper', 'first');
      const { ino } = await stat(subject.path);
      await store.keepSecret('pepper', 'second');
      await store.touchApiKeys([]);
      await store.deleteEntity(ACCOUNT, newEntity().id);
      expect((await stat(subject.path)).ino).toBe(ino);
      await store.probeWrite(NOW);
      expect((await stat(subject.path)).ino).not.toBe(ino);
    });

    it('is found behind a link, which stays', async () => {
      const link = join(subject.directory, 'link.json');
      await (await subject.open()).close();
      await symlink(subject.path, link);
      const store = await subject.open(link);
      await store.ensureAccount({ id: ACCOUNT, name: 'Ours', createdAt: NOW });
      expect(await readFile(subject.path, 'utf8')).toContain('Ours');
      expect((await subject.openError()).message).toContain('is in use by another process');
    });
  });

  it('removes what a killed process left half written', async () => {
    await (await subject.open()).close();
    await writeFile(`${subject.path}.writing`, '{"milepostFormat":2,"acc');
    await subject.open();
    expect(await readdir(subject.directory)).toEqual(['milepost.json', 'milepost.json.lock']);
  });

  it('has all that was acknowledged before a kill -9', async () => {
    const url = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
    const script = `
      const { openFileStore } = await import(${url('open-json-store.ts')});
      const { ACCOUNT, batchOf, NOW, newEvent } = await import(${url('../contract/records.fixture.ts')});
      const store = await openFileStore({ path: ${JSON.stringify(subject.path)}, warn() {} });
      await store.ensureAccount({ id: ACCOUNT, name: 'Ours', createdAt: NOW });
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

    const store = await subject.open();
    for (const id of acknowledged) expect(await store.getEvent(ACCOUNT, id)).toBeDefined();
    const { items } = await store.listEvents(eventQuery({ limit: 100_000 }));
    expect(items.map(({ seq }) => seq)).toEqual(Array.from(items, (_, index) => items.length - index));
  });

  describe('when a write fails', () => {
    it('says so, shows nothing of it, and works again when the cause is gone', async () => {
      const store = await subject.open();
      const kept = newEvent();
      await store.appendEvents(batchOf([kept], { idempotency: keyed({ key: 'kept' }) }));
      const document = await readFile(subject.path);
      await rm(subject.directory, { recursive: true });

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

      await mkdir(subject.directory);
      await writeFile(subject.path, document);
      expect(await store.appendEvents(batchOf([lost], { idempotency: keyed() }))).toEqual({
        state: 'stored',
      });
      expect(await store.getEvent(ACCOUNT, lost.id)).toMatchObject({ seq: 2 });
      expect(await store.keepSecret('pepper', 'found')).toBe('found');
      expect(JSON.parse(await readFile(subject.path, 'utf8')).events).toHaveLength(2);
    });

    it('leaves nothing half written, if the file itself cannot be replaced', async () => {
      const store = await subject.open();
      await rm(subject.path);
      await mkdir(subject.path);
      await expect(store.appendEvents(batchOf([newEvent()]))).rejects.toBeInstanceOf(StoreUnavailableError);
      expect(await readdir(subject.directory)).toEqual(['milepost.json', 'milepost.json.lock']);
      await rm(subject.path, { recursive: true });
      await store.probeWrite(NOW);
    });
  });

  describe('past 10,000 events', () => {
    it('warns once, when the next one comes and when the file is opened again', async () => {
      const store = await subject.open();
      await store.appendEvents(batchOf(Array.from({ length: 10_000 }, () => newEvent())));
      expect(subject.warnings).toEqual([]);
      await store.appendEvents(batchOf([newEvent()]));
      await store.appendEvents(batchOf([newEvent()]));
      expect(subject.warnings).toEqual([expect.stringMatching(/holds more than 10000 events.*sqlite:/)]);
      await store.close();
      await subject.open();
      expect(subject.warnings).toHaveLength(2);
    });
  });

  describe('after close', () => {
    it('refuses writes, and may be closed again', async () => {
      for (const store of [await subject.open(), await openMemoryStore()]) {
        await store.close();
        await store.close();
        await expect(store.probeWrite(NOW)).rejects.toThrow('is closed');
        await expect(store.appendEvents(batchOf([]))).rejects.toBeInstanceOf(StoreUnavailableError);
      }
    });
  });
});
