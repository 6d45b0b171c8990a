export type Level = 'elite' | 'high' | 'medium' | 'low';

/** How a value compares with what DORA found in a year. */
export interface Band {
  level: Level;
  year: number;
}

const DAY = 86_400;

/** Limits of elite, high and medium, by the report of the year (metrics.md, "Bands"). */
const BANDS = {
  year: 2023,
  /** At least so many a day. */
  deploymentFrequency: [1, 1 / 7, 1 / 30],
  /** Less than so many seconds. */
  leadTimeForChange: [DAY, 7 * DAY, 30 * DAY],
  /** At most this fraction. */
  changeFailureRate: [0.05, 0.1, 0.15],
  /** Less than so many seconds. */
  failedDeploymentRecoveryTime: [3600, DAY, 7 * DAY],
} as const;

const LEVELS = ['elite', 'high', 'medium'] as const;

/** The band of a metric's value; null without a value. */
export function bandOf(metric: Exclude<keyof typeof BANDS, 'year'>, value: number | null): Band | null {
  if (value === null) return null;
  const isWithin = (limit: number) => {
    if (metric === 'deploymentFrequency') return value >= limit;
    return metric === 'changeFailureRate' ? value <= limit : value < limit;
  };
  const place = BANDS[metric].findIndex(isWithin);
  return { level: LEVELS[place] ?? 'low', year: BANDS.year };
}
