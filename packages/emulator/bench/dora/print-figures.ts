import { print } from '../report.ts';
import type { SizeFigures } from './measure-size.ts';

/** The size that the targets are about. */
const TARGET_SIZE = 1_000_000;
/** Time per deployment, of that of the size before: linear, but for what a machine wavers. */
const LINEAR = 1.2;

interface Row {
  name: string;
  digits: number;
  of(figures: SizeFigures, before: SizeFigures | undefined): number | undefined;
  /** The figure must be less. */
  target?: number;
  /** The target holds for every size, and not only for the largest. */
  everySize?: boolean;
}

const ROWS: readonly Row[] = [
  { name: 'filling the store, s', digits: 1, of: ({ filled }) => filled.ms / 1000 },
  { name: 'database, MB', digits: 0, of: ({ fileMegabytes }) => fileMegabytes },
  { name: 'full calculation, s', digits: 2, of: ({ full }) => full.ms / 1000, target: 30 },
  { name: '  most memory, MB', digits: 0, of: ({ full }) => full.peakMegabytes, target: 1000 },
  { name: '  µs a deployment', digits: 1, of: perDeployment },
  { name: '  of the size before', digits: 2, of: growth, target: LINEAR, everySize: true },
  { name: 'reading the same rows, s', digits: 2, of: ({ raw }) => raw && raw.ms / 1000 },
  { name: '  calculation : reading', digits: 1, of: ({ full, raw }) => raw && full.ms / raw.ms },
  { name: 'nightly calculation, s', digits: 2, of: ({ nightly }) => nightly.ms / 1000, target: 2 },
  { name: '  dirty chains', digits: 0, of: ({ nightly }) => nightly.dirtyChains },
  { name: '  most memory, MB', digits: 0, of: ({ nightly }) => nightly.peakMegabytes },
  { name: 'GET /dora, entity, ms: median', digits: 1, of: ({ requests }) => requests?.entity.p50 },
  { name: '  p95', digits: 1, of: ({ requests }) => requests?.entity.p95, target: 20 },
  { name: 'GET /dora, account, ms: median', digits: 1, of: ({ requests }) => requests?.account.p50 },
  { name: '  p95', digits: 1, of: ({ requests }) => requests?.account.p95, target: 300 },
  { name: 'GET /dora/explain, ms: median', digits: 1, of: ({ requests }) => requests?.explain.p50 },
  { name: '  p95', digits: 1, of: ({ requests }) => requests?.explain.p95 },
];

/** One column a size, one row a figure, and at its end whether it meets its target. */
export function printFigures(all: readonly SizeFigures[]): void {
  print(
    row('', [
      ...all.map(({ size }) => size.toLocaleString('en')),
      `target (${TARGET_SIZE.toExponential(0)})`,
    ]),
  );
  for (const { name, digits, of, target, everySize } of ROWS) {
    const values = all.map((figures, index) => of(figures, all[index - 1]));
    const judged = values.filter((_, index) => everySize || all[index]?.size === TARGET_SIZE);
    const cells = values.map((value) => (value === undefined ? '-' : format(value, digits)));
    print(row(name, [...cells, target === undefined ? '' : `< ${target}: ${verdict(judged, target)}`]));
  }
}

/** What was stored, so that a reader sees what the figures are about. */
export function printFilled({ size, filled, nextDay }: SizeFigures): void {
  const kinds = Object.entries(filled.kinds).map(([kind, count]) => `${kind} ${count.toLocaleString('en')}`);
  print(
    `  ${size.toLocaleString('en')}: ${filled.commits.toLocaleString('en')} commits; ${kinds.join(', ')}`,
  );
  const { events, chains, commits, incidents } = nextDay;
  print(
    `    next day: ${events} deployments of ${chains} chains, ${commits} commits, ${incidents} incidents`,
  );
}

function perDeployment({ size, full }: SizeFigures): number {
  return (full.ms * 1000) / size;
}

function growth(figures: SizeFigures, before: SizeFigures | undefined): number | undefined {
  return before && perDeployment(figures) / perDeployment(before);
}

function verdict(values: readonly (number | undefined)[], target: number): string {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return 'not measured';
  return known.every((value) => value < target) ? 'met' : 'NOT met';
}

function format(value: number, digits: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function row(name: string, cells: readonly string[]): string {
  const last = cells.at(-1) ?? '';
  const figures = cells.slice(0, -1).map((cell) => cell.padStart(12));
  return `  ${name.padEnd(32)}${figures.join('')}   ${last}`.trimEnd();
}
