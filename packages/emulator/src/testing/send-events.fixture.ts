/** POST /events as a program under test sends it. */
export function sendEvents(
  { url, apiKey }: { url: string; apiKey: string },
  events: readonly object[],
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/events`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ events }),
  });
}

/** A deployment of `checkout`. */
export function deployment(attributes: object = {}): object {
  return { type: 'event-deploy', entityId: 'checkout', attributes };
}
