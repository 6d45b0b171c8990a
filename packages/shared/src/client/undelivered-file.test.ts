import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { appendUndelivered, readUndelivered, settleUndelivered } from './undelivered-file.ts';

const batch = (idempotencyKey: string) => ({ idempotencyKey, events: [{ type: 'event-deploy' }] });
const directory = await mkdtemp(join(tmpdir(), 'undelivered-'));
let path = '';
let files = 0;
beforeEach(() => {
  path = join(directory, `${files++}`, 'undelivered.ndjson');
});
afterAll(() => rm(directory, { recursive: true }));

test('batches are appended, a line each, readable by the owner alone, and read again', async () => {
  await appendUndelivered(path, [batch('1')]);
  await appendUndelivered(path, [batch('2'), batch('3')]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, 'utf8')).toBe(
    ['1', '2', '3'].map((key) => `{"idempotencyKey":"${key}","events":[{"type":"event-deploy"}]}\n`).join(''),
  );
  expect(await readUndelivered(path)).toEqual([batch('1'), batch('2'), batch('3')]);
});

test('without batches no file is made', async () => {
  await appendUndelivered(path, []);
  await expect(readUndelivered(path)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a line that was cut off does not take the next one with it', async () => {
  await appendUndelivered(path, [batch('1')]);
  await appendFile(path, '{"idempotencyKey":"2","ev');
  await appendUndelivered(path, [batch('3')]);
  await expect(readUndelivered(path)).rejects.toMatchObject({
    name: 'UndeliveredFileError',
    line: 2,
    message: `${path}, line 2: is not JSON; was writing it interrupted? Remove the line`,
  });
  const lines = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, lines.toSpliced(1, 1).join('\n'));
  expect(await readUndelivered(path)).toEqual([batch('1'), batch('3')]);
});

test('empty lines and line ends of Windows do not matter', async () => {
  await appendUndelivered(path, [batch('1')]);
  await writeFile(path, `\r\n${JSON.stringify(batch('1'))}\r\n\n  \n${JSON.stringify(batch('2'))}`);
  expect(await readUndelivered(path)).toEqual([batch('1'), batch('2')]);
});

const events = [{ type: 'event-deploy' }];
test.each([
  ['null', /idempotencyKey/],
  ['[]', /idempotencyKey/],
  [JSON.stringify({ events }), /idempotencyKey/],
  [JSON.stringify({ idempotencyKey: '', events }), /idempotencyKey/],
  [JSON.stringify({ idempotencyKey: 'a\nb', events }), /idempotencyKey/],
  [JSON.stringify({ idempotencyKey: '1' }), /events/],
  [JSON.stringify({ idempotencyKey: '1', events: [] }), /events/],
  [JSON.stringify({ idempotencyKey: '1', events: [{}] }), /events/],
  [JSON.stringify({ idempotencyKey: '1', events: [{ type: 't', timestamp: 1 }] }), /events/],
  [JSON.stringify({ idempotencyKey: '1', events: [{ type: 't', entityId: null }] }), /events/],
  [JSON.stringify({ idempotencyKey: '1', events: [{ type: 't', attributes: [] }] }), /events/],
])('the line %s cannot be replayed', async (line, message) => {
  await appendUndelivered(path, [batch('1')]);
  await appendFile(path, line);
  await expect(readUndelivered(path)).rejects.toMatchObject({
    name: 'UndeliveredFileError',
    line: 2,
    message: expect.stringMatching(message),
  });
});

test('what is settled is taken out, what is left and what came meanwhile stays', async () => {
  await appendUndelivered(path, [batch('1'), batch('2'), batch('3')]);
  const read = await readUndelivered(path);
  await appendUndelivered(path, [batch('4')]);
  await settleUndelivered(path, read, [batch('2'), batch('3 without its refused ones')]);
  expect((await readUndelivered(path)).map(({ idempotencyKey }) => idempotencyKey)).toEqual([
    '2',
    '4',
    '3 without its refused ones',
  ]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('with nothing left the file goes', async () => {
  await appendUndelivered(path, [batch('1')]);
  await settleUndelivered(path, await readUndelivered(path), []);
  await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
});
