import type { Agent, request } from 'node:http';
import type { PeerCertificate } from 'node:tls';
import { type HttpProxy, proxyFor } from './proxy.ts';
import type { ClientOptions, Problem } from './types.ts';

/** How to come to a URL. */
export interface Route {
  request: typeof request;
  agent: Agent;
  proxy: HttpProxy | undefined;
}

/** Connections that are kept, by where they lead. */
export interface Agents {
  routeTo(url: URL): Promise<Route | { problem: Problem }>;
  close(): void;
}

/** Loads what a route needs when it is first needed: most runs have no proxy, and every millisecond counts in CI. */
export function openAgents(env: NonNullable<ClientOptions['env']>): Agents {
  const routes = new Map<string, Promise<Route>>();
  const opened: Agent[] = [];
  const closing = new AbortController();

  async function open(scheme: string, proxy: HttpProxy | undefined): Promise<Route> {
    const { request, Agent } = scheme === 'https:' ? await import('node:https') : await import('node:http');
    const agent = proxy
      ? await openProxyAgent(scheme, proxy, closing.signal)
      : new Agent({ keepAlive: true });
    opened.push(agent);
    return { request, agent, proxy };
  }

  return {
    async routeTo(url) {
      const proxy = proxyFor(url, env);
      if (proxy && 'problem' in proxy) {
        return { problem: { fault: 'configuration', message: proxy.problem } };
      }
      const key = `${url.protocol} ${proxy?.url.href}`;
      const route = routes.get(key) ?? open(url.protocol, proxy);
      routes.set(key, route);
      return route;
    },
    close() {
      for (const agent of opened) agent.destroy();
      // Of a connection that still waits for its proxy the agent knows nothing.
      closing.abort();
    },
  };
}

/** Credentials go in a header of their own: these packages write URLs to their debug log. */
async function openProxyAgent(
  scheme: string,
  { url, authorization }: HttpProxy,
  signal: AbortSignal,
): Promise<Agent> {
  const options = {
    keepAlive: true,
    signal,
    headers: authorization === undefined ? {} : { 'Proxy-Authorization': authorization },
  };
  if (scheme === 'https:') {
    const { HttpsProxyAgent } = await import('https-proxy-agent');
    const { checkServerIdentity } = await import('node:tls');
    const agent = new HttpsProxyAgent(url, options);
    // It forgets an IP address when it starts TLS in the tunnel, and the certificate would be checked for localhost.
    const connect = agent.connect.bind(agent);
    agent.connect = (request, to) => {
      const host = `${to.host}`;
      const checked = {
        ...to,
        checkServerIdentity: (_: string, cert: PeerCertificate) => checkServerIdentity(host, cert),
      };
      return connect(request, checked);
    };
    return agent;
  }
  const { HttpProxyAgent } = await import('http-proxy-agent');
  return new HttpProxyAgent(url, options);
}
