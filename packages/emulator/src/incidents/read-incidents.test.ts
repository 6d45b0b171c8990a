import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { IncidentRow } from './incident-row.ts';
import { readIncidents } from './read-incidents.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'milepost-incidents-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function read(text: string) {
  const path = join(directory, 'incidents');
  await writeFile(path, text);
  const rows: IncidentRow[] = [];
  for await (const row of readIncidents(path)) rows.push(row);
  return rows;
}

it('reads CSV, and names a row after its first line', async () => {
  const rows = await read(
    '\uFEFFtitle, affectedEntityIds,customFields,severity,id\r\n' +
      '"Two\nlines, and ""quotes""",checkout; payments,"{""a"":1}",,7\r\n' +
      '\r\n' +
      'Ваша,a b,oops,P1,\r\n' +
      'short,x\r\n' +
      '"Wrong"quote,,,,\r\n' +
      'last,,,,',
  );
  expect(rows).toEqual([
    {
      place: 'line 2',
      row: {
        title: 'Two\nlines, and "quotes"',
        affectedEntityIds: ['checkout', 'payments'],
        customFields: { a: 1 },
      },
    },
    {
      place: 'line 5',
      row: { title: 'Ваша', affectedEntityIds: ['a', 'b'], customFields: 'oops', severity: 'P1' },
    },
    { place: 'line 6', problem: 'it has 2 cells, and the first row 5' },
    { place: 'line 7', problem: expect.stringContaining('it is not CSV: Invalid Closing Quote') },
    { place: 'line 8', row: { title: 'last' } },
  ]);
});

it('reads a JSON object a line', async () => {
  expect(await read('\uFEFF{"title":"a"}\r\n\n{"title":\n  {"title":"b"}')).toEqual([
    { place: 'line 1', row: { title: 'a' } },
    { place: 'line 3', problem: expect.stringContaining('it is not JSON') },
    { place: 'line 4', row: { title: 'b' } },
  ]);
});

it('reads a JSON array', async () => {
  expect(await read(' \n[{"title":"a"}, 7, [8]]')).toEqual([
    { place: 'item 1', row: { title: 'a' } },
    { place: 'item 2', row: 7 },
    { place: 'item 3', row: [8] },
  ]);
});

it.each([
  ['', 'is empty; its first row must name the columns'],
  ['tittle,severity\nx,P1', "unknown column 'tittle'; did you mean 'title'?"],
  ['title,severity,title\n', "the column 'title' is there twice"],
  ['[{"title":"a"}', 'it is not JSON'],
])('refuses %j', async (text, told) => {
  await expect(read(text)).rejects.toThrow(told);
  await expect(read(text)).rejects.toMatchObject({ name: 'IncidentFileError' });
});
