import type { EventRecord, NewEvent } from '../store/store.ts';

/**
 * Makes the writer of stored events as JSON text. The attributes go in as the text that they are kept as, so
 * that they come back as they were sent. One writer a list: it remembers the last instant, since events of one
 * request were created at the same one.
 */
export function createEventWriter(accountId: string): (event: NewEvent | EventRecord) => string {
  const created = createInstantWriter();
  const happened = createInstantWriter();

  return (event) => {
    const entityId = event.entityId === null ? '' : `"entityId":"${event.entityId}",`;
    return (
      `{"id":"${event.id}","type":${JSON.stringify(event.type)},${entityId}` +
      `"blueprintId":"${event.blueprintId}","timestamp":"${happened(event.timestamp)}",` +
      `"accountId":"${accountId}","attributes":${event.attributes},"createdAt":"${created(event.createdAt)}"}`
    );
  };
}

function createInstantWriter(): (ms: number) => string {
  let last = Number.NaN;
  let text = '';
  return (ms) => {
    if (ms !== last) {
      last = ms;
      text = new Date(ms).toISOString();
    }
    return text;
  };
}
