import { connect, type Socket } from 'node:net';
import { within } from './until.ts';

/** A TCP connection on which the test decides each byte. */
export interface RawConnection {
  socket: Socket;
  write(text: string): void;
  /** All that the server has sent so far. */
  received(): string;
  /** Resolves when the server has ended the connection. */
  closed: Promise<void>;
}

/** Rejects when nobody listens. */
export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  const closed = new Promise<void>((resolve) => {
    socket.once('end', resolve);
    socket.once('close', () => resolve());
  });
  const connected = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  await within('a connection', 10_000, connected);
  socket.on('error', () => {});
  return { socket, write: (text) => socket.write(text), received: () => received, closed };
}

/** Head of a POST /events with this many bytes of body. */
export function postHead(apiKey: string, length: number): string {
  return `POST /events HTTP/1.1\r\nHost: x\r\nx-api-key: ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
}
