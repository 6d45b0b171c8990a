import type { Config } from '../../src/config.ts';
import type { Store } from '../../src/store/store.ts';
import { startTestService } from '../service.fixture.ts';
import type { RequestRow } from './request-row.ts';
import { type ProxiedAnswer, startValidatingProxy } from './validating-proxy.ts';

/** A running service behind the proxy, with the credentials that rows name. */
export async function startProxiedService(
  options: Partial<Config> = {},
  store: { wrapStore?(store: Store): Store } = {},
) {
  const service = await startTestService(options, store);
  const proxy = await startValidatingProxy(service.url);
  const bearer = await service.bearer();
  const made = await service.post('/api-keys', { name: 'limited', entityIds: ['checkout'] }, bearer);
  const credentials = {
    key: { 'x-api-key': 'mp_emulator_00000000000000000000000000000000' },
    'limited key': { 'x-api-key': String(made.body.key) },
    bearer: bearer.headers,
  };

  function send({ method, path, json, text, headers, as = 'key' }: RequestRow): Promise<ProxiedAnswer> {
    const body = json === undefined ? text : JSON.stringify(json);
    return proxy.send({
      method,
      path,
      headers: {
        ...(as && credentials[as]),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body,
    });
  }

  return {
    service,
    document: proxy.document,
    send,
    async stop() {
      await proxy.close();
      await service[Symbol.asyncDispose]();
    },
  };
}
