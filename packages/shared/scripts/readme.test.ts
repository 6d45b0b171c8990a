import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string) => readFile(join(import.meta.dirname, '..', path), 'utf8');

test('the README shows the example as it is', async () => {
  const example = await read('examples/send-events.ts');
  expect(await read('README.md')).toContain(
    `<!-- begin example -->\n\n\`\`\`ts\n${example}\`\`\`\n\n<!-- end example -->`,
  );
});
