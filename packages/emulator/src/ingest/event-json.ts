import type { EventRecord, NewEvent } from '../store/store.ts';

/**
 * A stored event as JSON text. The attributes go in as the text that they are kept as, so that they come back
 * as they were sent.
 */
export function eventJson(event: NewEvent | EventRecord, accountId: string): string {
  const entityId = event.entityId === null ? '' : `"entityId":"${event.entityId}",`;
  return (
    `{"id":"${event.id}","type":${JSON.stringify(event.type)},${entityId}` +
    `"blueprintId":"${event.blueprintId}","timestamp":"${instant(event.timestamp)}",` +
    `"accountId":"${accountId}","attributes":${event.attributes},"createdAt":"${instant(event.createdAt)}"}`
  );
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
