import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { validatorsSource } from './validators-source.ts';

await writeFile(join(import.meta.dirname, '../src/validation/validators.generated.ts'), validatorsSource());
