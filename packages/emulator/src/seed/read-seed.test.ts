import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSeed } from './read-seed.ts';
import { MAX_SEED_BYTES } from './seed.schema.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'milepost-seed-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('readSeed', () => {
  it.each([
    ['seed.yaml', 'entities:\n  - shortId: web\n'],
    ['seed.yml', '{"entities": [{"shortId": "web"}]}'],
    ['SEED.JSON', '{"entities": [{"shortId": "web"}]}'],
  ])('reads %s', async (name, text) => {
    const path = join(directory, name);
    await writeFile(path, text);
    expect(await readSeed(path)).toEqual({ entities: [{ shortId: 'web' }] });
  });

  it.each([
    ['missing.yaml', undefined, 'ENOENT'],
    ['tagged.json', 'entities: []', 'is not valid JSON'],
    ['latin.yaml', Buffer.from('entities: [{ shortId: web, name: Ä }]', 'latin1'), 'is not UTF-8'],
    ['large.yaml', Buffer.alloc(MAX_SEED_BYTES + 1, '#'), `is larger than ${MAX_SEED_BYTES} bytes`],
    ['two.yaml', 'entities: [{}, {}]', 'entities[0].shortId is required'],
  ])('refuses %s in one line that names it', async (name, content, reason) => {
    const path = join(directory, name);
    if (content !== undefined) await writeFile(path, content);
    await expect(readSeed(path)).rejects.toMatchObject({
      name: 'SeedError',
      message: expect.stringMatching(/^--seed .*$/),
    });
    await expect(readSeed(path)).rejects.toThrow(`--seed ${path}: ${reason}`);
  });

  it('says how much more is wrong', async () => {
    const path = join(directory, 'more.yaml');
    await writeFile(path, 'entities: [{}, {}, 7]');
    await expect(readSeed(path)).rejects.toThrow(/ \(and 2 more\)$/);
  });

  it('refuses a directory', async () => {
    await expect(readSeed(directory)).rejects.toThrow('EISDIR');
  });
});
