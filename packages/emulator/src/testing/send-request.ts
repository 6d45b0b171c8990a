import { request as http } from 'node:http';
import { request as https } from 'node:https';
import { text } from 'node:stream/consumers';

/**
 * Sends a request and answers status and body. Not by fetch, which tests replace, and which waits for ever when they
 * fake its timers; over a connection of its own, so that none is left.
 */
export function sendRequest(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: string | undefined },
): Promise<{ status: number; text: string }> {
  const request = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, text: body }), reject);
    });
    sent.once('error', reject).end(body);
  });
}
