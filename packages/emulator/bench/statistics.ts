/** @param sorted in ascending order, not empty. */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
  if (value === undefined) throw new Error('no values');
  return value;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = quantile(sorted, 0.5);
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[sorted.length / 2 - 1] ?? upper)) / 2;
}

/** Slope of the straight line through points that is nearest to them. */
export function slope(points: readonly { x: number; y: number }[]): number {
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  const up = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return up / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}
