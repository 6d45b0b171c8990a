import type { LeadTimeBasis } from '../dora/measure-lead-times.ts';
import { DEFAULT_ENVIRONMENT_ALIASES } from '../environment.ts';

/** What decides about all numbers beside the data. */
export interface CalculationSettings {
  /** Spellings of one environment: alias → key. */
  environmentAliases: Readonly<Record<string, string>>;
  /** Which of a commit's times counts for lead time. */
  leadTimeBasis: LeadTimeBasis;
}

export const DEFAULT_SETTINGS: CalculationSettings = {
  environmentAliases: DEFAULT_ENVIRONMENT_ALIASES,
  leadTimeBasis: 'authored',
};

/** Grows when the calculator learns to count otherwise, so that all numbers are made anew. */
const RULES_VERSION = 1;

/** Equal as long as the same data make the same numbers. */
export function settingsText({ environmentAliases, leadTimeBasis }: CalculationSettings): string {
  const aliases = Object.entries(environmentAliases).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([RULES_VERSION, leadTimeBasis, aliases]);
}
