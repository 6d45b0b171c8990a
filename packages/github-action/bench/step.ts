/**
 * How much longer the Action's main step takes than a bare Node, a deployment being sent to an emulator on this
 * machine. The two take turns in one run.
 *
 *   npm run bench:action -- [--runs 20]
 */
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { median } from '../../emulator/bench/statistics.ts';
import { startTestEmulator } from '../../emulator/test/start-test-emulator.fixture.ts';
import { push } from '../test/examples.ts';
import { runAction } from '../test/run-action.ts';
import { runProcess } from '../test/run-process.ts';

const TARGET_MS = 150;

const { values } = parseArgs({ options: { runs: { type: 'string', default: '20' } } });
const runs = Number(values.runs);
const times: Record<'bare node' | 'main' | 'post', number[]> = { 'bare node': [], main: [], post: [] };

await using emulator = await startTestEmulator();
// The first is not counted: it warms the caches of the disk, and the emulator.
for (let run = 0; run <= runs; run++) {
  const bare = await runProcess(['-e', '0'], { env: {}, cwd: tmpdir(), deadlineMs: 10_000 });
  await using action = await runAction({ ...push, inputs: emulator.inputs });
  if (action.main.outputs['outcome'] !== 'reported') throw new Error(`not reported: ${action.main.stdout}`);
  if (run === 0) continue;
  times['bare node'].push(bare.milliseconds);
  times.main.push(action.main.milliseconds);
  times.post.push(action.post.milliseconds);
}

console.log(`Node ${process.version}; process start to end, ${runs} runs in turns, in milliseconds\n`);
console.log(`  ${''.padEnd(12)}${['median', 'min', 'max'].map((head) => head.padStart(8)).join('')}`);
for (const [name, all] of Object.entries(times)) {
  const figures = [median(all), Math.min(...all), Math.max(...all)];
  console.log(`  ${name.padEnd(12)}${figures.map((figure) => figure.toFixed(0).padStart(8)).join('')}`);
}
const more = median(times.main) - median(times['bare node']);
const verdict = more <= TARGET_MS ? 'met' : 'NOT met';
console.log(`\n  main is ${more.toFixed(0)} ms longer than bare node; target ${TARGET_MS}: ${verdict}`);
