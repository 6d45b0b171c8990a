import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';

/** What was asked of the server. */
export interface Asked {
  url: string;
  headers: IncomingHttpHeaders;
  /** Parsed. */
  body: unknown;
  events: unknown[];
}

/** Answers a request by hand. */
export type Script = (asked: Asked, res: ServerResponse, nth: number) => void;

export function reply(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, { 'content-type': 'application/json', ...headers });
  res.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Stores everything, but fails what `isBad` picks. */
export function store(events: readonly unknown[], isBad: (event: unknown) => boolean = () => false) {
  const stored = events
    .filter((event) => !isBad(event))
    .map((event, index) => ({
      attributes: {},
      ...objectOf(event),
      id: `id-${index}`,
      blueprintId: 'b',
      accountId: 'a',
      createdAt: '2026-01-01T00:00:00.000Z',
    }));
  const failures = events.filter(isBad).map((event) => ({ event, reason: "Entity 'x' not found" }));
  return { success: stored, failures };
}

/** Answers the first request by the first script, and so on; the last one stays. */
export function inTurn(...scripts: [Script, ...Script[]]): Script {
  return (asked, res, nth) => (scripts[nth - 1] ?? scripts.at(-1) ?? scripts[0])(asked, res, nth);
}

/** A server on loopback that answers as its script says, and knows what it was asked. */
export async function startScripted(script: Script, tls?: { key: string; cert: string }) {
  const asked: Asked[] = [];
  const sockets: Socket[] = [];
  const server: Server = tls ? createTlsServer(tls) : createServer();
  // It never ends a connection by itself: a client that does not close its own is found out.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => void sockets.push(socket));
  server.on('request', async (req, res: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || 'null');
    const list = objectOf(body)['events'];
    const one = { url: req.url ?? '', headers: req.headers, body, events: Array.isArray(list) ? list : [] };
    asked.push(one);
    script(one, res, asked.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${address.port}`,
    port: address.port,
    asked,
    /** Resolves when no connection is open any more. */
    async allClosed() {
      await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')));
      return sockets.length;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
