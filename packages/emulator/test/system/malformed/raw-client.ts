import { connect, type Socket } from 'node:net';
import type { RawRequest } from './create-request.ts';
import { type RawAnswer, takeAnswer } from './read-answers.ts';

/** Sends raw requests one after the other, on one connection as long as it lasts. */
export interface RawClient {
  /** The answers: one, or for a broken request any number. Rejects when it takes too long. */
  send(request: RawRequest): Promise<RawAnswer[]>;
  close(): void;
}

/** No request may take longer, in milliseconds, however busy the machine. */
const DEADLINE = 15_000;

export function createRawClient(url: string): RawClient {
  const { hostname, port } = new URL(url);
  const open = () => connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
  let kept: Socket | undefined;

  /** On a connection that may be used again: waits for exactly one answer. */
  async function exchange(request: RawRequest): Promise<RawAnswer[]> {
    const socket = kept ?? open();
    kept = undefined;
    const { answers, ended } = await converse(socket, request, (all) => all.length > 0);
    const [answer] = answers;
    if (!answer) throw new Error('the connection ended without an answer');
    if (ended || answer.headers.get('connection') === 'close') socket.destroy();
    else kept = socket;
    return answers;
  }

  /** On a connection of its own: takes what comes until the server has closed it. */
  async function provoke(request: RawRequest): Promise<RawAnswer[]> {
    const socket = open();
    try {
      const { answers } = await converse(socket, request, () => false);
      return answers;
    } finally {
      socket.destroy();
    }
  }

  return {
    async send(request) {
      switch (request.afterwards) {
        case 'wait':
          return exchange(request);
        case 'end':
          return provoke(request);
        case 'hang-up':
          await hangUp(open(), request.bytes);
          return [];
      }
    },
    close: () => kept?.destroy(),
  };
}

function converse(
  socket: Socket,
  { bytes, method, afterwards }: RawRequest,
  enough: (answers: readonly RawAnswer[]) => boolean,
): Promise<{ answers: RawAnswer[]; ended: boolean }> {
  return new Promise((resolve, reject) => {
    let pending: Buffer = Buffer.alloc(0);
    const answers: RawAnswer[] = [];
    const finish = (ended: boolean, error?: Error) => {
      clearTimeout(timer);
      socket.removeAllListeners();
      // Nobody listens any more; what still happens to it concerns the next request, or none.
      socket.on('error', () => {});
      if (error) {
        socket.destroy();
        reject(error);
      } else resolve({ answers, ended });
    };
    const timer = setTimeout(() => finish(true, new Error(`no end after ${DEADLINE} ms`)), DEADLINE);
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      try {
        for (let taken = takeAnswer(pending, method); taken; taken = takeAnswer(pending, method)) {
          answers.push(taken.answer);
          pending = taken.rest;
        }
      } catch (error) {
        finish(true, error instanceof Error ? error : new Error(String(error)));
        return;
      }
      if (enough(answers)) finish(false);
    });
    const end = () => finish(true, pending.length > 0 ? new Error(`half an answer: ${pending}`) : undefined);
    socket.on('end', end);
    socket.on('close', end);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A server may refuse to read on.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') end();
      else finish(true, error);
    });
    socket.write(bytes);
    if (afterwards === 'end') socket.end();
  });
}

function hangUp(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    socket.on('error', () => {});
    socket.once('close', () => resolve());
    socket.write(bytes, () => socket.resetAndDestroy());
  });
}
