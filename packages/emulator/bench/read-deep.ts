import { getEvents, type MeasuredServer } from './servers.ts';

/** Pages that are read by cursor, of 500 events each. */
const PAGES = 200;

/** Reads far into the list, by cursor and by offset, and with filters; tells after each what was read. */
export async function readDeep(
  { port, apiKey }: MeasuredServer,
  onRead: (what: string) => void,
): Promise<void> {
  const server = { url: `http://127.0.0.1:${port}`, apiKey };
  const page = (query: string) => timed(() => getEvents(server, query));

  let cursor: string | undefined;
  let pages = 0;
  let last = 0;
  do {
    const { value, ms } = await page(`limit=500${cursor === undefined ? '' : `&cursor=${cursor}`}`);
    cursor = value.pageInfo.endCursor;
    last = ms;
    pages++;
  } while (cursor !== undefined && pages < PAGES);
  onRead(`read ${pages} pages by cursor, the last in ${last.toFixed(0)} ms`);

  const { itemCount } = (await page('limit=1')).value.pageInfo;
  const deep = await page(`limit=500&offset=${Math.max(0, itemCount - 500)}`);
  onRead(`read the last page by offset in ${deep.ms.toFixed(0)} ms`);

  const filtered = await page('limit=500&entityId=checkout&env=production&status=failed&type=event-deploy');
  onRead(`read with four filters in ${filtered.ms.toFixed(0)} ms`);
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
}
