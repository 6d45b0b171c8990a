/** Merges sources that are each nearly in order, earliest first; holds one item of each. */
export function* mergeByTime<T extends { at: number }>(
  sources: Iterable<Iterator<T, void>>,
): Generator<T, void> {
  const heap: { source: Iterator<T, void>; item: T }[] = [];
  for (const source of sources) {
    const { value } = source.next();
    if (value) heap.push({ source, item: value });
  }
  // Ascending order is a heap already.
  heap.sort((a, b) => a.item.at - b.item.at);

  for (let top = heap[0]; top; top = heap[0]) {
    yield top.item;
    const { value } = top.source.next();
    const last = value ? undefined : heap.pop();
    if (value) top.item = value;
    else if (last && last !== top) heap[0] = last;
    sink(heap);
  }
}

/** Puts the first where it belongs. */
function sink(heap: { item: { at: number } }[]): void {
  const timeOf = (index: number) => heap[index]?.item.at ?? Infinity;
  for (let index = 0; ; ) {
    const left = 2 * index + 1;
    const next = timeOf(left + 1) < timeOf(left) ? left + 1 : left;
    const [here, below] = [heap[index], heap[next]];
    if (!here || !below || below.item.at >= here.item.at) return;
    heap[index] = below;
    heap[next] = here;
    index = next;
  }
}
