import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEngine } from './open-engine.ts';
import { run } from './run.ts';
import type { Engine } from './start-engine.ts';

const SCRIPT = fileURLToPath(new URL('try-testcontainers.ts', import.meta.url));

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine('own');
});
afterAll(() => engine?.[Symbol.asyncDispose]());

it('Testcontainers starts the image, hands out the handle of it, and leaves nothing behind', async () => {
  const env = {
    DOCKER_HOST: engine.env['DOCKER_HOST'] ?? '',
    // Its reaper is an image of its own, which nobody can pull here.
    TESTCONTAINERS_RYUK_DISABLED: 'true',
  };
  const node = [process.execPath, '--conditions=milepost-source', SCRIPT];
  expect(JSON.parse(await run([...engine.inNetwork, ...node], env))).toEqual({
    statuses: [429, 201],
    stored: ['2026-01-31T23:59:30.000Z'],
    ofTheAccount: 0,
    midnights: 1,
  });
  expect(await engine.docker('ps', '--all', '--quiet')).toBe('');
});
