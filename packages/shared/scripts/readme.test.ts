import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFile(join(root, path), 'utf8');

test.each(['send-events', 'build-event'])('the README shows the example %s as it is', async (name) => {
  const example = await read(`examples/${name}.ts`);
  expect(await read('README.md')).toContain(
    `<!-- begin example ${name} -->\n\n\`\`\`ts\n${example}\`\`\`\n\n<!-- end example ${name} -->`,
  );
});

test('the example of an event says where its fields come from, and what is missing', async () => {
  const env = { PATH: process.env['PATH'] ?? '', GITHUB_EVENT_NAME: 'schedule', GITHUB_SHA: 'a'.repeat(40) };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=milepost-source', join(root, 'examples/build-event.ts')],
    { env },
  );
  expect(stdout.split('\n')).toEqual([
    'timestamp from clock',
    'entityId from input',
    'env from input, environment-map: prod-*',
    'status from input:job-status',
    'build_commit_sha from env:GITHUB_SHA',
    'initiator from env:GITHUB_EVENT_NAME',
    'The deployment has no change id, which Change Failure Rate needs; give change-id if you know it.',
    '',
  ]);
});
