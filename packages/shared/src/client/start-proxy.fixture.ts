import { createProxy } from 'proxy';

/** A forward proxy on loopback. */
export async function startProxy(isAllowed?: (authorization: string | undefined) => boolean) {
  let used = 0;
  const proxy = createProxy();
  const count = () => void used++;
  proxy.on('request', count).on('connect', count);
  if (isAllowed) proxy.authenticate = (req) => isAllowed(req.headers['proxy-authorization']);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy does not listen');
  return {
    /** `host:port` */
    host: `127.0.0.1:${address.port}`,
    /** Requests and tunnels so far. */
    used: () => used,
    [Symbol.asyncDispose]: async () => {
      proxy.closeAllConnections();
      await new Promise((done) => proxy.close(done));
    },
  };
}
