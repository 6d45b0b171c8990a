import { type Emulator, startEmulator, stopEmulator } from './system/start-emulator.ts';

export interface StoredEvent {
  id: string;
  type: string;
  entityId?: string;
  blueprintId: string;
  timestamp: string;
  accountId: string;
  attributes: Record<string, unknown>;
  createdAt: string;
}

export type TestEmulator = Awaited<ReturnType<typeof startTestEmulator>>;

/** A running emulator, as a user starts one, and what a test asks of it. */
export async function startTestEmulator(args: string[] = []) {
  const emulator: Emulator = await startEmulator({ args: ['--ephemeral', '--log-level', 'warn', ...args] });

  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(emulator.url + path, {
      method,
      headers: { 'x-api-key': emulator.apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  return {
    url: emulator.url,
    apiKey: emulator.apiKey,
    /** Of a step that reports a deployment of `checkout` to it. */
    inputs: {
      'base-url': emulator.url,
      'api-key': emulator.apiKey,
      'entity-id': 'checkout',
      env: 'production',
    },
    /** What is stored of an entity, the latest first. */
    async events(entityId?: string): Promise<StoredEvent[]> {
      const filter = entityId === undefined ? '' : `&entityId=${entityId}`;
      const list = await call('GET', `/events?limit=500${filter}`);
      if (typeof list !== 'object' || list === null || !('items' in list) || !Array.isArray(list.items)) {
        throw new Error('GET /events answers no list');
      }
      return list.items;
    },
    /** A new entity, so that a test sees its own events only. */
    async entity(shortId: string): Promise<string> {
      await call('POST', '/entities', { shortId, name: shortId, type: 'service' });
      return shortId;
    },
    fault: (fault: object) => call('POST', '/_control/faults', fault),
    clearFaults: () => call('DELETE', '/_control/faults'),
    async token(claims: object): Promise<string> {
      const answer = await call('POST', '/_control/tokens', claims);
      if (typeof answer === 'object' && answer !== null && 'access_token' in answer) {
        if (typeof answer.access_token === 'string') return answer.access_token;
      }
      throw new Error('POST /_control/tokens answers no token');
    },
    /** In order, so that its temporary data go with it. */
    async [Symbol.asyncDispose]() {
      await stopEmulator(emulator);
    },
  };
}
