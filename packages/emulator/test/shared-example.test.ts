import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startTestService } from './service.fixture.ts';

const EXAMPLE = fileURLToPath(new URL('../../shared/examples/send-events.ts', import.meta.url));

test("the client's example stores what it can, and says what became of the rest", async () => {
  await using service = await startTestService();
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--conditions=milepost-source',
    EXAMPLE,
    service.url,
  ]);
  expect(stdout).toMatch(/^stored as [0-9a-f-]{36}\nrejected: Entity 'nowhere' not found\n$/);
  expect((await service.get('/events')).body.items).toHaveLength(1);
});
