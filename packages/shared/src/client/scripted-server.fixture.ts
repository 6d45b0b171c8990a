import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

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

/** A server on loopback that answers as its script says, and knows what it was asked. */
export async function startScripted(script: Script, tls?: { key: string; cert: string }) {
  const asked: Asked[] = [];
  const server: Server = tls ? createTlsServer(tls) : createServer();
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
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
