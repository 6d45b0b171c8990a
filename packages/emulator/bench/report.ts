import type { Turn } from './compare.ts';
import { median } from './statistics.ts';

/** Prints what each contestant reached: medians of its turns. */
export function printTurns(turns: ReadonlyMap<string, readonly Turn[]>): void {
  const slow = [...turns.values()].flat().some(({ requestsPerSync }) => requestsPerSync !== undefined);
  const last = slow ? 'requests/fsync' : 'server µs/req';
  print(row('', ['requests/s', 'events/s', 'p50 ms', 'p99 ms', last, 'load µs/req']));
  for (const [name, all] of turns) {
    const of = (figure: (turn: Turn) => number) => median(all.map(figure));
    const cells = [
      whole(of((turn) => turn.requestsPerSecond)),
      whole(of((turn) => turn.eventsPerSecond)),
      of((turn) => turn.p50).toFixed(2),
      of((turn) => turn.p99).toFixed(2),
      of((turn) => turn.requestsPerSync ?? turn.serverMicrosPerRequest).toFixed(slow ? 1 : 0),
      of((turn) => turn.generatorMicrosPerRequest).toFixed(0),
    ];
    print(row(name, cells));
  }
  for (const [name, all] of turns) {
    print(`  turns of ${name}: ${all.map((turn) => whole(turn.requestsPerSecond)).join(', ')} requests/s`);
  }
}

/** Prints the median of the rounds' ratios, and whether it reaches the target. */
export function printRatio(ours: readonly Turn[], raw: readonly Turn[], target: number): void {
  const ratios = ours.map(
    (turn, round) => turn.requestsPerSecond / (raw[round]?.requestsPerSecond ?? Number.NaN),
  );
  const ratio = median(ratios);
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const verdict = ratio >= target ? 'met' : 'NOT met';
  print(`  ours / raw limit: ${ratio.toFixed(2)} (rounds: ${range}); target ${target}: ${verdict}\n`);
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function row(name: string, cells: readonly string[]): string {
  return `  ${name.padEnd(12)}${cells.map((cell) => cell.padStart(15)).join('')}`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
