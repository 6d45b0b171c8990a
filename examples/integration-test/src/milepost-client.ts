import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

export interface Settings {
  /** Base URL of the event ingestion service. */
  url: string;
  username: string;
  password: string;
  clientId: string;
  /** Milliseconds to wait before the next try; tests look at them instead of waiting. */
  sleep?: (ms: number) => Promise<unknown>;
}

export interface DeployEvent {
  type: 'event-deploy';
  entityId: string;
  attributes: { env: string; status: 'success' | 'failed'; build_id: string };
}

export interface Outcome {
  success: { id: string }[];
  failures: { event: DeployEvent; reason: string }[];
}

const TRIES = 5;
const TRY_AGAIN = [408, 429, 500, 502, 503, 504];

/** Makes what reports deployments: it waits when it is told to, sends nothing twice, and renews its token. */
export function createMilepostClient({ url, username, password, clientId, sleep = setTimeout }: Settings) {
  let token: string | undefined;

  async function fetchToken(): Promise<string> {
    const response = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'password',
        username,
        password,
        client_id: clientId,
        audience: url,
      }),
    });
    if (!response.ok)
      throw new Error(`No token for ${username}: ${response.status} ${await response.text()}`);
    const answer: { access_token: string } = JSON.parse(await response.text());
    return answer.access_token;
  }

  async function send(body: string, key: string): Promise<Response | undefined> {
    token ??= await fetchToken();
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    };
    // Without an answer nobody knows whether it was stored: the same key makes it safe to ask again.
    return fetch(`${url}/events`, { method: 'POST', headers, body }).catch(() => undefined);
  }

  return {
    /** Resolves with what became of each event; rejects when the service took none of them. */
    async report(events: DeployEvent[]): Promise<Outcome> {
      const body = JSON.stringify({ events });
      const key = randomUUID();
      let renewed = false;
      for (let tries = 1; ; tries++) {
        const response = await send(body, key);
        if (response?.status === 201) return JSON.parse(await response.text());
        if (response?.status === 401 && !renewed) {
          renewed = true;
          token = undefined;
          continue;
        }
        const final = response !== undefined && !TRY_AGAIN.includes(response.status);
        if (final || tries === TRIES) {
          const answer = response ? `${response.status} ${await response.text()}` : 'no answer';
          throw new Error(`The deployments were not recorded: ${answer}`);
        }
        const retryAfter = Number(response?.headers.get('retry-after') ?? Number.NaN);
        await sleep(retryAfter >= 0 ? retryAfter * 1000 : 100 * 2 ** tries);
      }
    },
  };
}
