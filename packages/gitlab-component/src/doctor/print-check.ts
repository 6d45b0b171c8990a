import { harmless } from '@milepost/shared/report';
import { CHECK_NAMES, type Check } from './finding.ts';

type State = Check['state'];

/** Colours a text by what the check found. */
export type Paint = (state: State, text: string) => string;

const SYMBOLS: Readonly<Record<State, string>> = { ok: '✔', warning: '!', failed: '✖', skipped: '–' };
const WIDTH = Math.max(...CHECK_NAMES.map((name) => name.length));

/** A line for what was found, and one for the remedy under it. */
export function linesOf({ name, state, found, remedy }: Check, paint: Paint): string[] {
  const line = `${paint(state, SYMBOLS[state])} ${name.padEnd(WIDTH)}  ${harmless(found)}`;
  return remedy === undefined ? [line] : [line, `${' '.repeat(WIDTH + 4)}${harmless(remedy)}`];
}

/** The last line. */
export function summaryOf(checks: readonly Check[]): string {
  const count = (state: State, word: string) => {
    const many = checks.filter((check) => check.state === state).length;
    return many === 0 ? [] : [`${many} ${word}${many === 1 ? '' : 's'}`];
  };
  const counts = [...count('failed', 'problem'), ...count('warning', 'warning')];
  return counts.length === 0 ? 'Everything is in order.' : `${counts.join(', ')}.`;
}
