/** One HTTP answer, read from bytes. */
export interface RawAnswer {
  status: number;
  headers: ReadonlyMap<string, string>;
  body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Takes the first answer from the bytes.
 *
 * @param method of the request: an answer to HEAD has no body.
 * @returns undefined while it is not whole. 1xx answers are skipped.
 * @throws when it is no HTTP, or frames its body in a way that this service never should.
 */
export function takeAnswer(bytes: Buffer, method: string): { answer: RawAnswer; rest: Buffer } | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  if (!Number.isInteger(status)) throw new Error(`not an HTTP answer: ${first}`);
  const afterHead = bytes.subarray(headEnd + HEAD_END.length);
  if (status < 200) return takeAnswer(afterHead, method);

  const headers = new Map(lines.map(splitHeader));
  if (method === 'HEAD' || status === 204 || status === 304) {
    return { answer: { status, headers, body: Buffer.alloc(0) }, rest: afterHead };
  }
  const framed =
    headers.get('transfer-encoding') === 'chunked' ? takeChunks(afterHead) : takeLength(afterHead, headers);
  return framed && { answer: { status, headers, body: framed.body }, rest: framed.rest };
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

type Framed = { body: Buffer; rest: Buffer } | undefined;

function takeLength(bytes: Buffer, headers: ReadonlyMap<string, string>): Framed {
  const length = Number(headers.get('content-length') ?? Number.NaN);
  if (!Number.isInteger(length)) throw new Error('an answer without Content-Length');
  return bytes.length < length
    ? undefined
    : { body: bytes.subarray(0, length), rest: bytes.subarray(length) };
}

function takeChunks(bytes: Buffer): Framed {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    const end = lineEnd + 2 + size;
    if (bytes.length < end + 2) return undefined;
    if (size === 0) return { body: Buffer.concat(parts), rest: bytes.subarray(end + 2) };
    parts.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}
