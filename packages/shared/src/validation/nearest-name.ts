import { distance } from 'fastest-levenshtein';

/** Names longer than this are no typing mistakes, and comparing them costs. */
const LONGEST_NAME = 64;
const MOST_COMPARED = 200;

/**
 * The known name that the caller most likely meant, if any is near enough. Case counts last.
 *
 * @param most how many of the known are compared.
 */
export function nearestName(
  name: string,
  known: readonly string[],
  most = MOST_COMPARED,
): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const lower = name.toLowerCase();
  let nearest: string | undefined;
  // A third of the letters may be wrong, and always one, or two that changed places; but never all of them:
  // 'en' is 'env', 'prot' is 'port', 'x' is nothing.
  const always = name.length > 3 ? 2 : 1;
  let best = Math.min(Math.max(always, Math.floor(name.length / 3)) + 1, name.length);
  for (const candidate of known.slice(0, most)) {
    // At least as far apart as their lengths: saves the comparison.
    if (Math.abs(candidate.length - name.length) >= best) continue;
    const apart = distance(lower, candidate.toLowerCase());
    if (apart < best) {
      best = apart;
      nearest = candidate;
    }
  }
  return nearest;
}
