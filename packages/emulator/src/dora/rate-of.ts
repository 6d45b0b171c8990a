/** Which part of a total something is, from 0 to 1; null of nothing. */
export function rateOf(part: number, total: number): number | null {
  return total === 0 ? null : part / total;
}
