import type { SendEventsResponse, StoredEvent } from '@milepost/shared';
import type { Batch } from './batch.ts';

/** Whom to ask. */
export interface Target {
  url: string;
  apiKey: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** No request of these tests may take longer, in milliseconds. */
const REQUEST_DEADLINE = 60_000;

/** Rejects when the connection breaks before the answer is whole. */
export async function request(
  { url, apiKey }: Target,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  const headers = new Headers(init.headers);
  headers.set('x-api-key', apiKey);
  const signal = AbortSignal.timeout(REQUEST_DEADLINE);
  const response = await fetch(`${url}${path}`, { ...init, headers, signal });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

export function postEvents(
  target: Target,
  { body, idempotencyKey }: Pick<Batch, 'body' | 'idempotencyKey'>,
): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
  return request(target, '/events', { method: 'POST', headers, body });
}

/** All events that match, page by page. */
export async function readEvents(
  target: Target,
  filter: Record<string, string> = {},
): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({
      ...filter,
      limit: '500',
      ...(cursor === undefined ? {} : { cursor }),
    });
    const { status, text } = await request(target, `/events?${query}`);
    if (status !== 200) throw new Error(`GET /events?${query} answered ${status}: ${text}`);
    const page: { items: StoredEvent[]; pageInfo: { endCursor?: string } } = JSON.parse(text);
    for (const event of page.items) events.push(event);
    cursor = page.pageInfo.endCursor;
  } while (cursor !== undefined);
  return events;
}

export function parseAnswer(text: string): SendEventsResponse {
  return JSON.parse(text);
}
