import type { MetricEvent, Store } from '../store/store.ts';

/** Events of one reading. */
const PAGE = 1000;

/** Every `event-commit` of an account, oldest first: of a commit that is told twice the first counts. */
export async function readEventCommits(
  store: Pick<Store, 'listEvents'>,
  accountId: string,
): Promise<MetricEvent[]> {
  const commits: MetricEvent[] = [];
  let after: MetricEvent | undefined;
  do {
    const query = { accountId, type: 'event-commit', limit: PAGE, offset: 0, after };
    const { items }: { items: MetricEvent[] } = await store.listEvents(query);
    commits.push(...items);
    after = items.length < PAGE ? undefined : items.at(-1);
  } while (after);
  return commits.reverse();
}
