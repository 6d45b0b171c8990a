/**
 * How many items stand at the beginning of the list for which it is true, found by halving.
 *
 * @param isLeading true for the first items, false for all behind them.
 */
export function countLeading<T>(items: readonly T[], isLeading: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && isLeading(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
