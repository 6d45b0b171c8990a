import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { BackfillSettings } from '../backfill-settings.ts';
import type { Item, Source } from '../source.ts';
import { csvFile } from './csv-file.ts';
import { ndjsonFile } from './ndjson-file.ts';

const settings: BackfillSettings = {
  entityId: 'checkout',
  env: '',
  status: '',
  environmentMap: '',
  onCancelled: 'skip',
  since: undefined,
  until: undefined,
  detectChange: false,
  inactive: 'skip',
};
const directory = await mkdtemp(join(tmpdir(), 'milepost-files-'));
afterAll(() => rm(directory, { recursive: true }));

async function all(source: Source, after?: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source.read(after, [])) items.push(item);
  return items;
}

const CSV = [
  'timestamp,description,status',
  '2026-01-01T10:00:00Z,"two\r\nlines, ""quoted""",success',
  '',
  '2026-01-02T10:00:00Z,größe ✓ 🚀,failed',
  '2026-01-03T10:00:00Z,"wro"ng,success',
  'never,x,success',
  '2026-01-04T10:00:00Z,"three\n\nlines",aborted',
  '2026-01-05T10:00:00Z,the last one has no line end,success',
];

describe.each([
  ['LF', CSV.join('\n')],
  ['CRLF', CSV.join('\r\n')],
  ['a byte order mark', `\uFEFF${CSV.join('\n')}`],
  ['a line end at the end', `${CSV.join('\n')}\n`],
])('CSV with %s', async (name, text) => {
  const path = join(directory, `${name}.csv`);
  await writeFile(path, text);
  const open = () => csvFile(path, new Map(), ',', settings, () => {});

  test('is read with the line of each record', async () => {
    const items = await all(open());
    expect(items.map((item) => [item.kind, 'row' in item ? item.row.line : undefined])).toEqual([
      ['event', 2],
      ['event', 5],
      ['bad', 6],
      ['bad', 7],
      ['passed', undefined],
      ['event', 11],
    ]);
  });

  test('is read on from any record as if it had been read in one go', async () => {
    const items = await all(open());
    for (const [index, { position }] of items.entries()) {
      expect(await all(open(), position)).toEqual(items.slice(index + 1));
    }
  });
});

test('NDJSON is read on from any line as if it had been read in one go, also across chunks', async () => {
  const path = join(directory, 'a.ndjson');
  const line = (index: number) =>
    `{"timestamp":"2026-01-01T10:00:00Z","description":"${'größe '.repeat(index * 9)}"}`;
  const lines = Array.from({ length: 300 }, (_, index) => (index % 50 === 7 ? 'broken' : line(index)));
  await writeFile(path, `\uFEFF${lines.join('\r\n')}\n\n`);
  const open = () => ndjsonFile(path, new Map(), settings);
  const items = await all(open());
  expect(items).toHaveLength(300);
  expect(items.filter(({ kind }) => kind === 'bad').map((item) => 'row' in item && item.row.line)).toEqual([
    8, 58, 108, 158, 208, 258,
  ]);
  for (const index of [0, 1, 57, 149, 298, 299]) {
    expect(await all(open(), items[index]?.position)).toEqual(items.slice(index + 1));
  }
});

test('a quote that is never closed does not swallow a file without end', async () => {
  const path = join(directory, 'open.csv');
  const rows = Array.from(
    { length: 40_000 },
    () => '2026-01-01T10:00:00Z,a description of some length here',
  ).join('\n');
  await writeFile(path, `timestamp,description\n2026-01-01T10:00:00Z,"open\n${rows}\n`);
  const items = await all(csvFile(path, new Map(), ',', settings, () => {}));
  expect(items.some(({ kind }) => kind === 'bad')).toBe(true);
});
