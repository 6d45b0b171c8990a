import type { Response } from 'express';

/**
 * Keeps an answer back: nothing of it is sent, and when it is complete, `deliver` gets its body and the function
 * that really sends. Status and headers are those of `res`.
 */
export function holdAnswer(
  res: Response,
  deliver: (body: Buffer, send: (bytes: Buffer) => void) => void,
): void {
  const chunks: Buffer[] = [];
  const send = res.write.bind(res);

  function keep(chunk: unknown): void {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  }

  res.write = (chunk: unknown) => {
    keep(chunk);
    return true;
  };
  res.end = (chunk?: unknown) => {
    keep(chunk);
    deliver(Buffer.concat(chunks), send);
    return res;
  };
}
