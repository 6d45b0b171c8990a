import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** What POST /events was sent. */
export interface Received {
  authorization: string | undefined;
  body: { events: { timestamp?: string; attributes?: Record<string, unknown> }[] };
}

/** A service that stores whatever it is sent, on any port of loopback, and remembers it. */
export async function startStandInService() {
  const received: Received[] = [];
  const server = createServer(async (req, res) => {
    const body: Received['body'] = JSON.parse(await text(req));
    received.push({ authorization: req.headers.authorization, body });
    const now = new Date().toISOString();
    const success = body.events.map((event, index) => ({
      timestamp: now,
      attributes: {},
      ...event,
      id: `01990000-0000-7000-8000-00000000000${index}`,
      blueprintId: '01990000-0000-7000-8000-000000000100',
      accountId: '01990000-0000-7000-8000-000000000200',
      createdAt: now,
    }));
    const found = req.method === 'POST' && req.url === '/events';
    res.writeHead(found ? 201 : 404, { 'content-type': 'application/json' });
    res.end(JSON.stringify(found ? { success, failures: [] } : { message: 'Not found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the stand-in does not listen');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
