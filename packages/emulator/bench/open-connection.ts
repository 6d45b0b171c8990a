import { connect, type Socket } from 'node:net';

/** One kept-alive connection with at most one request under way. */
export interface Connection {
  send(request: Buffer): void;
  close(): void;
}

export interface ConnectionOptions {
  port: number;
  /** Items of `success` that the answer must have. */
  events: number;
  /** After each 201 with that many items and no failures. */
  onAnswer(): void;
  /** Any other answer, or the end of the connection. */
  onError(error: Error): void;
}

const STORED = Buffer.from('HTTP/1.1 201 ');
const HEAD_END = Buffer.from('\r\n\r\n');
/** Each stored event has it once, and nothing that is sent has it. */
const ITEM = Buffer.from('"createdAt":"');
const NO_FAILURES = Buffer.from('"failures":[]}');

/**
 * Opens a connection that understands just enough of HTTP to check the answers: an HTTP client would take
 * more of the machine than the servers that are measured (see README.md).
 */
export function openConnection({ port, events, onAnswer, onError }: ConnectionOptions): Promise<Connection> {
  let received: Buffer = Buffer.alloc(0);
  let closing = false;

  function take(chunk: Buffer): void {
    // Nearly always the whole answer in one piece. What is kept must be copied: the buffer is used again.
    const bytes = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const length = answerLength(bytes);
    if (length === undefined || bytes.length < length) {
      received = received.length === 0 ? Buffer.from(chunk) : bytes;
      return;
    }
    const problem = answerProblem(bytes, length, events);
    received = Buffer.alloc(0);
    if (problem === undefined) onAnswer();
    else onError(new Error(`${problem}: ${bytes.toString('utf8', 0, 2000)}`));
  }

  return new Promise((resolve, reject) => {
    const onread = {
      buffer: Buffer.allocUnsafe(64 * 1024),
      callback(size: number, buffer: Uint8Array): boolean {
        take(Buffer.from(buffer.buffer, buffer.byteOffset, size));
        return true;
      },
    };
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
    socket.once('connect', () =>
      resolve({
        send: (request) => socket.write(request),
        close() {
          closing = true;
          socket.destroy();
        },
      }),
    );
    socket.once('error', (error) => {
      reject(error);
      onError(error);
    });
    socket.once('close', () => {
      if (!closing) onError(new Error('the server has closed a connection'));
    });
  });
}

/** Bytes of the answer with its head, or undefined when the head is not all there. */
function answerLength(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const match = /\r\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', 0, headEnd));
  if (!match) throw new Error(`an answer without Content-Length: ${bytes.toString('latin1', 0, headEnd)}`);
  return headEnd + HEAD_END.length + Number(match[1]);
}

function answerProblem(bytes: Buffer, length: number, events: number): string | undefined {
  if (bytes.length > length) return 'more than one answer to a request';
  if (bytes.compare(STORED, 0, STORED.length, 0, STORED.length) !== 0) return 'not 201';
  if (bytes.compare(NO_FAILURES, 0, NO_FAILURES.length, length - NO_FAILURES.length, length) !== 0) {
    return 'not stored whole';
  }
  let items = 0;
  for (let at = bytes.indexOf(ITEM); at >= 0; at = bytes.indexOf(ITEM, at + ITEM.length)) items++;
  return items === events ? undefined : `${items} items of success instead of ${events}`;
}
