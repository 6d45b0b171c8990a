/**
 * The metric calculator beside the raw limit: full and nightly calculation, and what is asked of it, with more and
 * more deployments (README.md).
 *
 *   npm run bench:dora -- [--sizes 10000,100000,1000000] [--store sqlite|postgres|memory] [--seed 1]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dayOf } from '../src/dora/window.ts';
import { startPostgres } from '../test/start-postgres.ts';
import { measureSize, type SizeFigures } from './dora/measure-size.ts';
import { printFigures, printFilled } from './dora/print-figures.ts';
import { print } from './report.ts';
import { fileSystemOf, makeWorkDirectory } from './work-directory.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    store: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: '1' },
  },
});
const engine = values.store;
if (engine !== 'sqlite' && engine !== 'postgres' && engine !== 'memory') {
  throw new Error(`--store is sqlite, postgres or memory, not ${engine}`);
}
const sizes = values.sizes.split(',').map(Number);
if (!sizes.every((size) => Number.isInteger(size) && size >= 10)) {
  throw new Error(`--sizes is a list of whole numbers from 10 on, such as 10000,100000, not ${values.sizes}`);
}
const seed = Number(values.seed);
if (!Number.isInteger(seed)) throw new Error(`--seed is a whole number, not ${values.seed}`);

const directory = makeWorkDirectory();
const postgres = engine === 'postgres' ? await startPostgres() : undefined;
try {
  // The day after it ended yesterday, so that a server that starts now has nothing to catch up on.
  const lastDay = dayOf(Date.now()) - 2;
  const all: SizeFigures[] = [];
  for (const size of sizes) {
    process.stderr.write(`${size.toLocaleString('en')} deployments\n`);
    const world = { deployments: size, lastDay, seed };
    const createDatabase = () => postgres?.createDatabase() ?? Promise.reject(new Error('no PostgreSQL'));
    all.push(await measureSize(world, { engine, directory: join(directory, String(size)), createDatabase }));
  }
  print(`Node ${process.version}, ${engine} on ${fileSystemOf(directory)}, seed ${seed}\n`);
  printFigures(all);
  print('');
  for (const figures of all) printFilled(figures);
} finally {
  await postgres?.[Symbol.asyncDispose]();
}
