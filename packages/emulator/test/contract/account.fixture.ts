import { expect } from 'vitest';
import type { CallOptions, TestService } from '../service.fixture.ts';

export type TestAccount = Awaited<ReturnType<typeof makeAccount>>;

/** An account of its own in the emulator, and what is asked with its key. */
export async function makeAccount(service: TestService, wish: object = {}) {
  const { status, body } = await service.post('/_control/accounts', wish);
  expect(status).toBe(201);
  const { key } = body;
  return {
    id: String(body.accountId),
    key: String(key),
    user: body.user,
    clientId: String(body.clientId),
    entities: body.entities,
    get: (path: string, request?: CallOptions) => service.get(path, { ...request, key }),
    post: (path: string, json?: unknown, request?: CallOptions) =>
      service.post(path, json, { ...request, key }),
    send: (events: unknown[], request?: CallOptions) => service.send(events, { ...request, key }),
    call: (method: string, path: string, request?: CallOptions) =>
      service.call(method, path, { ...request, key }),
    /** How many events it has. */
    async count(): Promise<number> {
      return (await service.get('/events?limit=1', { key })).body.pageInfo.itemCount;
    },
    now: async (): Promise<string> => (await service.get('/_control/clock', { key })).body.now,
    /** A bearer token of its user, as headers. */
    async bearer(): Promise<{ key: null; headers: Record<string, string> }> {
      const { email, password } = body.user;
      const grant = { grant_type: 'password', username: email, password, client_id: body.clientId };
      const token = await service.call('POST', '/oauth/token', { key: null, json: grant });
      return { key: null, headers: { authorization: `Bearer ${token.body.access_token}` } };
    },
  };
}

export const DEPLOY = { type: 'event-deploy', entityId: 'checkout', attributes: { env: 'production' } };
