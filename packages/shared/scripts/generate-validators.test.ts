import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { validatorsSource } from './validators-source.ts';

test('the committed validators are what the schemas give; if not: npm run generate -w packages/shared', async () => {
  const committed = await readFile(
    join(import.meta.dirname, '../src/validation/validators.generated.ts'),
    'utf8',
  );
  expect(validatorsSource()).toBe(committed);
});
