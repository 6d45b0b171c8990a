/**
 * How long the one-file program takes to say its version, beside a bare Node. The two take turns in one run.
 *
 *   npm run bench:cli-start -- [--runs 40]
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../../emulator/bench/statistics.ts';
import { runProcess } from '../../github-action/test/run-process.ts';
import { bundle } from '../scripts/bundle.ts';

const TARGET = 2;

const { values } = parseArgs({ options: { runs: { type: 'string', default: '40' } } });
const runs = Number(values.runs);
const directory = await mkdtemp(join(tmpdir(), 'milepost-start-'));
try {
  const entry = join(directory, 'milepost.cjs');
  await bundle(entry);
  const calls = {
    'bare node': ['-e', '0'],
    '--version': [entry, '--version'],
    'report --help': [entry, 'report', '--help'],
  };
  const times: Record<string, number[]> = {};
  // The first turn is not counted: it warms the caches of the disk.
  for (let run = 0; run <= runs; run++) {
    for (const [name, args] of Object.entries(calls)) {
      const { exitCode, milliseconds } = await runProcess(args, {
        env: {},
        cwd: directory,
        deadlineMs: 10_000,
      });
      if (exitCode !== 0) throw new Error(`${name} exits ${exitCode}`);
      if (run > 0) times[name] = [...(times[name] ?? []), milliseconds];
    }
  }
  const { size } = await stat(entry);
  console.log(
    `Node ${process.version}; ${size} bytes; start to end, ${runs} runs in turns, in milliseconds\n`,
  );
  console.log(`  ${''.padEnd(14)}${['median', 'min', 'max'].map((head) => head.padStart(8)).join('')}`);
  for (const [name, all] of Object.entries(times)) {
    const figures = [median(all), Math.min(...all), Math.max(...all)];
    console.log(`  ${name.padEnd(14)}${figures.map((figure) => figure.toFixed(0).padStart(8)).join('')}`);
  }
  const ratio = median(times['--version'] ?? []) / median(times['bare node'] ?? []);
  console.log(
    `\n  --version takes ${ratio.toFixed(2)} times bare node; target ${TARGET}: ${ratio <= TARGET ? 'met' : 'NOT met'}`,
  );
} finally {
  await rm(directory, { recursive: true });
}
