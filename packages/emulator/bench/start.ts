/**
 * Time from the spawn of the process to its ready line, beside a bare Node in the same runs (README.md).
 *
 *   npm run bench:start -- [--runs 10]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startChild } from './child.ts';
import { print } from './report.ts';
import { emulatorProgram } from './servers.ts';
import { median } from './statistics.ts';
import { makeWorkDirectory } from './work-directory.ts';

const TARGET_MS = 500;

const { values } = parseArgs({ options: { runs: { type: 'string', default: '10' } } });
const runs = Number(values.runs);
const directory = makeWorkDirectory();
const start = [process.execPath, emulatorProgram, 'start', '--port', '0', '--json'];

const subjects: readonly { name: string; command: string[] }[] = [
  { name: 'bare node', command: [process.execPath, '-e', 'console.log()'] },
  { name: 'existing data directory', command: [...start, '--data-dir', join(directory, 'data')] },
  { name: '--ephemeral', command: [...start, '--ephemeral'] },
];
const times = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));

// The first one is not counted: it makes the data directory and warms the caches, of the disk and of V8.
for (let run = 0; run <= runs; run++) {
  for (const { name, command } of subjects) {
    const time = await timeToFirstLine(command);
    if (run > 0) times.get(name)?.push(time);
  }
}

print(`Node ${process.version}; spawn to ready line, ${runs} runs in turns, in milliseconds\n`);
print(`  ${''.padEnd(26)}${['median', 'min', 'max'].map((head) => head.padStart(8)).join('')}`);
for (const [name, all] of times) {
  const figures = [median(all), Math.min(...all), Math.max(...all)];
  const cells = figures.map((figure) => figure.toFixed(0).padStart(8)).join('');
  print(`  ${name.padEnd(26)}${cells}${name === 'bare node' ? '' : `   ${verdict(median(all))}`}`);
}

async function timeToFirstLine(command: readonly string[]): Promise<number> {
  const before = performance.now();
  const child = startChild(command, { stderrFile: join(directory, 'log') });
  try {
    await child.firstLine;
    return performance.now() - before;
  } finally {
    await child.stop();
  }
}

function verdict(time: number): string {
  return `target ${TARGET_MS}: ${time < TARGET_MS ? 'met' : 'NOT met'}`;
}
