import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CommitRecord } from '../store/repo-port.ts';
import { openScene, readAll } from './history.fixture.ts';
import { parseLog } from './parse-log.ts';

const scene = await openScene();
const SECONDS = 1_700_000_000;

/** A commit as git stores it, read back. */
async function readBack(change: {
  author?: string;
  committer?: string;
  message?: Uint8Array | string;
  encoding?: string;
}) {
  const { author = `Ada <a@x> ${SECONDS} +0000`, committer = author, message = 'Message', encoding } = change;
  const repository = scene.repository();
  const head = `tree ${repository.tree}\nauthor ${author}\ncommitter ${committer}\n`;
  const header = encoding === undefined ? head : `${head}encoding ${encoding}\n`;
  const content = Buffer.concat([Buffer.from(`${header}\n`, 'latin1'), Buffer.from(message)]);
  repository.branch('main', repository.raw(content));
  const { delivered } = await readAll(repository.options);
  expect(delivered).toHaveLength(1);
  return delivered[0];
}

describe('a message', () => {
  test.each([
    ['is the first line', 'One\ntwo\n\nthree', 'One'],
    ['ends before a carriage return', 'One\r\ntwo', 'One'],
    ['begins at the first line that is not blank', '\n \n  One\n', 'One'],
    ['may be empty', '', ''],
    ['may be blank', ' \n\n', ''],
    ['may be of any script', 'Füße 日本 👩‍👩‍👧', 'Füße 日本 👩‍👩‍👧'],
    ['is cut after 200 characters', 'x'.repeat(300), 'x'.repeat(200)],
    ['is not cut within a character', `x${'😀'.repeat(150)}`, `x${'😀'.repeat(99)}`],
    ['ends before U+0000', Buffer.from('One\0two'), 'One'],
    ['has bytes that are no UTF-8 replaced', Buffer.from('Caf\xe9', 'latin1'), 'Caf\ufffd'],
    ['has half surrogate pairs replaced', Buffer.from('a\xed\xa0\xbdb', 'latin1'), 'a\ufffd\ufffd\ufffdb'],
  ])('%s', async (_, message, expected) => {
    expect(await readBack({ message })).toMatchObject({ message: expected });
  });

  test('of a declared encoding is read in it', async () => {
    const message = Buffer.from('Caf\xe9', 'latin1');
    expect(await readBack({ message, encoding: 'ISO-8859-1' })).toMatchObject({ message: 'Café' });
  });

  test('of 20 MB harms neither itself nor the commits around it', async () => {
    const repository = scene.repository();
    const huge = repository.commit(
      `Huge\n${'0123456789abcde\n'.repeat(1_300_000)}`,
      repository.commit('Before'),
    );
    repository.branch('main', repository.commit('After', huge));
    const { delivered } = await readAll(repository.options);
    expect(delivered.map(({ message }) => message)).toEqual(['Before', 'Huge', 'After']);
  });
});

describe('dates and authors', () => {
  const at = SECONDS * 1000;
  const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
  test.each([
    ['the zone does not matter', 'A <a@x> 1700000000 -1130', 'B <b@x> 1700000060 +0900', at, at + 60_000],
    ['after the year 9999: its end', 'A <a@x> 99999999999999 +0000', undefined, LATEST, LATEST],
    ['more digits than git reads', `A <a@x> ${'9'.repeat(40)} +0000`, undefined, LATEST, LATEST],
    ['before 1970: the other one', 'A <a@x> -100 +0000', 'B <b@x> 1700000000 +0000', at, at],
    ['no committer date: the other one', 'A <a@x> 1700000000 +0000', 'B <b@x>', at, at],
    ['neither: 1970', 'A <a@x>', 'B <b@x> soon', 0, 0],
  ])('%s', async (_, author, committer, authoredAt, committedAt) => {
    const commit = await readBack({ author, ...(committer && { committer }) });
    expect(commit).toMatchObject({ authoredAt, committedAt });
  });

  test.each([
    ['Ada', 'Ada <a@x>', `Ada <a@x> ${SECONDS} +0000`],
    ['without a name', '<a@x>', ` <a@x> ${SECONDS} +0000`],
    ['cut', 'n'.repeat(200), `${'n'.repeat(5000)} <a@x> ${SECONDS} +0000`],
    ['no UTF-8', '\ufffd <a@x>', `\xff <a@x> ${SECONDS} +0000`],
  ])('author: %s', async (_, expected, author) => {
    expect(await readBack({ author })).toMatchObject({ author: expected });
  });
});

describe('the stream', () => {
  const record = (n: number) =>
    `${n}`.padStart(40, '0').concat('\0', '\0', `1\0`, `2\0Ädä\0a@x\0Füße ${n}\n\nbody\0`);

  test('may be cut anywhere', async () => {
    const bytes = Buffer.from(Array.from({ length: 5 }, (_, n) => record(n)).join(''));
    async function parse(chunks: Buffer[]): Promise<CommitRecord[]> {
      const commits: CommitRecord[] = [];
      for await (const batch of parseLog(Readable.from(chunks), new Map())) commits.push(...batch);
      return commits;
    }
    const whole = await parse([bytes]);
    expect(whole.map(({ message }) => message)).toEqual([0, 1, 2, 3, 4].map((n) => `Füße ${n}`));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 20 }), async (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        expect(await parse(chunks)).toEqual(whole);
      }),
    );
  });

  test('is read no further than it is taken', async () => {
    let given = 0;
    async function* endless() {
      for (;;) yield Buffer.from(record(given++));
    }
    const batches = parseLog(endless(), new Map());
    expect((await batches.next()).value).toHaveLength(1000);
    expect(given).toBe(1000);
    await batches.return(undefined);
  });
});
