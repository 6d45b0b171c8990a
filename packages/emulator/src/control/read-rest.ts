import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { MAX_BODY_BYTES } from '@milepost/shared';
import type { Request } from 'express';

/**
 * Reads the body of a request that nobody has read, while Node takes it off the wire anyway. To be called when the
 * request has been answered, and before Node's own listeners of `finish`: then Node throws away what comes.
 *
 * Undefined when it is too large, or does not come to its end.
 */
export function readRest(req: Request): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const { socket } = req;
    let chunks: Buffer[] = [];
    let size = 0;

    function take(chunk: Buffer): void {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      else end(undefined);
    }

    function end(bytes: Buffer | undefined): void {
      req.off('data', take);
      req.off('end', complete);
      req.off('close', broken);
      // What follows of a body that is too large is of no use to anybody.
      req.resume();
      socket.off('close', broken);
      chunks = [];
      resolve(bytes);
    }

    const complete = () => end(Buffer.concat(chunks));
    const broken = () => end(undefined);
    req.on('data', take);
    req.on('end', complete);
    req.on('close', broken);
    // Of a request that has been answered Node does not say when its connection ends.
    socket.on('close', broken);
    // Node looks whether somebody has read; what has come already goes to `take`.
    req.read();
    req.resume();
  });
}

const unzipped = promisify<Buffer, object, Buffer>(unzip);
const unbrotlied = promisify<Buffer, object, Buffer>(brotliDecompress);

/** Undoes a Content-Encoding; undefined when that cannot be done, or makes too much of it. */
export async function inflate(bytes: Buffer, encoding = 'identity'): Promise<Buffer | undefined> {
  if (/^identity$/i.test(encoding)) return bytes;
  const limit = { maxOutputLength: MAX_BODY_BYTES };
  try {
    return /^br$/i.test(encoding) ? await unbrotlied(bytes, limit) : await unzipped(bytes, limit);
  } catch {
    return undefined;
  }
}
