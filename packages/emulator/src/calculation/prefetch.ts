/** The results of `load`, in the order of the items, some of them loaded ahead of their use. */
export async function* prefetch<T, R>(
  items: readonly T[],
  load: (item: T) => Promise<R>,
  ahead: number,
): AsyncGenerator<R> {
  const loading: Promise<R>[] = [];
  for (const item of items) {
    const promise = load(item);
    // It is awaited later; until then a failure is nobody's.
    promise.catch(() => {});
    loading.push(promise);
    if (loading.length > ahead) yield* first(loading);
  }
  while (loading.length > 0) yield* first(loading);
}

async function* first<R>(loading: Promise<R>[]): AsyncGenerator<R> {
  const next = loading.shift();
  if (next) yield await next;
}
