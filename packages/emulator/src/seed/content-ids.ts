import canonicalize from 'canonicalize';
import { v5 as uuidv5 } from 'uuid';

/** Namespace of the ids of what is planted. */
const NAMESPACE = 'a3d6f0f2-54a5-4b6c-9d3a-0b7c4d1e2f30';

/**
 * Ids made of what the items of a list say (UUIDv5), and of how often the list said it before: an item that stays in
 * a seed keeps its id, whatever is put before or behind it.
 */
export function contentIds(list: string, items: readonly unknown[]): string[] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const content = `${list} ${canonicalize(item)}`;
    const before = counts.get(content) ?? 0;
    counts.set(content, before + 1);
    return uuidv5(`${content} ${before}`, NAMESPACE);
  });
}
