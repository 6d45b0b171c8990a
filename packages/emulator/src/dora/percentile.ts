/**
 * The percentile of values in ascending order, by linear interpolation between the closest ranks (R-7, that of
 * spreadsheets); null of none.
 *
 * @param fraction from 0 to 1: 0.5 is the median.
 */
export function percentile(sorted: ArrayLike<number>, fraction: number): number | null {
  if (sorted.length === 0) return null;
  const place = (sorted.length - 1) * fraction;
  const below = Math.floor(place);
  const [low, high] = [sorted[below], sorted[Math.min(below + 1, sorted.length - 1)]];
  if (low === undefined || high === undefined) throw new RangeError(`${fraction} is no fraction of 1`);
  return low + (high - low) * (place - below);
}
