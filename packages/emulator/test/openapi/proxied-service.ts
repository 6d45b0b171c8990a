import { WELL_KNOWN_API_KEY } from '../../src/auth/well-known.ts';
import type { Config } from '../../src/config.ts';
import type { Store } from '../../src/store/store.ts';
import { startTestService, type TestService } from '../service.fixture.ts';
import { webhooksOfRequests } from './incident-requests.ts';
import type { RequestRow } from './request-row.ts';
import { type ProxiedAnswer, startValidatingProxy } from './validating-proxy.ts';

interface ProxyOptions {
  wrapStore?(store: Store): Store;
  /** Makes another document of the one that the service serves. */
  edit?(document: object): object;
}

/** A running service behind the proxy, with the credentials that rows name. */
export async function startProxiedService(
  config: Partial<Config> = {},
  { wrapStore = (store) => store, edit = (document) => document }: ProxyOptions = {},
) {
  const service = await startTestService(config, {
    wrapStore,
    incidentWebhooks: await webhooksOfRequests(),
  });
  const document: object = JSON.parse((await service.get('/openapi.json')).text);
  const proxy = await startValidatingProxy(service.url, edit(document));
  const credentials = new Map<RequestRow['as'], Record<string, string>>();

  /** Headers; made when first asked for. */
  async function credential(as: RequestRow['as']): Promise<Record<string, string>> {
    const made = credentials.get(as) ?? (await makeCredential(service, as));
    credentials.set(as, made);
    return made;
  }

  async function send({ method, path, json, text, headers, as = 'key' }: RequestRow): Promise<ProxiedAnswer> {
    const body = json === undefined ? text : JSON.stringify(json);
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    return proxy.send({ method, path, headers: { ...(await credential(as)), ...type, ...headers }, body });
  }

  return {
    service,
    document,
    credential,
    send,
    async stop() {
      await proxy.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

async function makeCredential(service: TestService, as: RequestRow['as']): Promise<Record<string, string>> {
  switch (as) {
    case 'bearer':
      return (await service.bearer()).headers;
    case 'limited key': {
      const limited = { name: 'limited', entityIds: ['checkout'] };
      const { body } = await service.post('/api-keys', limited, await service.bearer());
      return { 'x-api-key': String(body.key) };
    }
    case 'key':
      return { 'x-api-key': WELL_KNOWN_API_KEY };
    default:
      return {};
  }
}
