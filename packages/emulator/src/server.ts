import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import { requestIdFor } from './http/request-id.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

export interface RunningServer {
  /** Such as `http://127.0.0.1:4010`. */
  origin: string;
  /** Takes no new connections, waits for the requests in flight, and cuts off what is left at the deadline. */
  stop(deadlineMs: number): Promise<void>;
}

/** Idle connections are kept longer than usual load balancers keep theirs, so that these close first. */
const KEEP_ALIVE = 65_000;

/** Listens. Rejects with Node's error (EADDRINUSE and the like) when it cannot. */
export function startServer(
  handler: Handler,
  { host, port }: { host: string; port: number },
): Promise<RunningServer> {
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE,
    requestTimeout: 60_000,
    headersTimeout: 30_000,
    // Node's own refusal has no body; `hasHost` takes its place.
    requireHostHeader: false,
  });
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (hasHost(req)) handler(req, res);
    else answerAlone(req, res, 400, 'The request has no Host header.');
  });
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
    answerAlone(req, res, 417, 'The only Expect that is understood is 100-continue.');
  });
  server.on('clientError', answerGarbage);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve({ origin: originOf(server, host), stop: (deadlineMs) => stop(server, deadlineMs) });
    });
  });
}

function originOf(server: Server, host: string): string {
  const address = server.address();
  const port = isTcp(address) ? address.port : 0;
  // An address that means every interface is no address to call.
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function isTcp(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

async function stop(server: Server, deadlineMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A kept-alive connection whose last answer goes out now is closed as soon as it is idle.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}

/** RFC 9112, section 3.2: HTTP/1.1 needs it. */
function hasHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host !== undefined || httpVersion === '1.0';
}

/**
 * For a request that the application never sees. The connection stays open: Node drains what is still being sent,
 * and a caller that is cut off while sending would lose the answer.
 */
function answerAlone(req: IncomingMessage, res: ServerResponse, status: number, message: string): void {
  const body = messageBody(message);
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestIdFor(req),
  });
  res.end(body);
}

/** What is not HTTP is answered like everything else, and then the connection ends. */
function answerGarbage(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS_OF_PARSE_ERROR[error.code ?? ''] ?? 400;
  const body = messageBody(`The request is not valid HTTP (${error.code ?? error.message}).`);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nx-request-id: ${randomUUID()}\r\n\r\n${body}`,
  );
}

const STATUS_OF_PARSE_ERROR: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function messageBody(message: string): string {
  return JSON.stringify({ message });
}
