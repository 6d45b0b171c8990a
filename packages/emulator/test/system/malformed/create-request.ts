import { createRandom } from '../random.ts';
import { bodyText, encodeBody } from './bodies.ts';
import { garbage } from './garbage.ts';
import { type Credentials, randomHeaders } from './headers.ts';
import { randomTarget } from './targets.ts';

/** A request as bytes, so that it can be sent again exactly. */
export interface RawRequest {
  bytes: Buffer;
  method: string;
  path: string;
  /**
   * What the sender does afterwards: waits for the answer on a connection that goes on; says that no more will
   * come, and waits for whatever the server does; or hangs up.
   */
  afterwards: 'wait' | 'end' | 'hang-up';
}

const UNKNOWN_METHODS = new Set(['FOO', 'get']);

/** The request with this number of a seed; the same each time. */
export function createRequest(seed: number, index: number, credentials: Credentials): RawRequest {
  const random = createRandom(seed ^ Math.imul(index + 1, 0x9e3779b1));
  if (random.chance(0.06)) {
    const bytes = garbage(random, credentials.apiKey);
    return { bytes, method: '', path: '', afterwards: random.chance(0.9) ? 'end' : 'hang-up' };
  }
  const { method, route, path } = randomTarget(random);
  const headers = randomHeaders(random, route, credentials);
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  // A body would change nothing, and half of one would be answered with what HEAD must not have, a body.
  // What the parser does not know as a method, it refuses at once, whatever is still on its way.
  const wait = UNKNOWN_METHODS.has(method) ? 'end' : 'wait';
  if (route === '' || method === 'HEAD') {
    return { bytes: message(method, path, lines, []), method, path, afterwards: 'wait' };
  }

  const { bytes: body, encoding } = encodeBody(random, bodyText(random, route));
  if (encoding !== undefined) lines.push(`Content-Encoding: ${encoding}\r\n`);
  if (random.chance(0.05)) {
    // In chunks; the last one is sometimes never sent.
    const whole = random.chance(0.5);
    lines.push('Transfer-Encoding: chunked\r\n');
    const chunks = [...chunked(body, random.int(1, 4)), whole ? '0\r\n\r\n' : ''];
    return { bytes: message(method, path, lines, chunks), method, path, afterwards: whole ? wait : 'end' };
  }
  const missing = random.chance(0.03) ? random.int(1, 1000) : 0;
  lines.push(`Content-Length: ${body.length + missing}\r\n`);
  const bytes = message(method, path, lines, [body]);
  return { bytes, method, path, afterwards: missing === 0 ? wait : random.chance(0.8) ? 'end' : 'hang-up' };
}

function message(method: string, path: string, lines: string[], body: (string | Buffer)[]): Buffer {
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  return Buffer.concat([head, ...body.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))]);
}

function chunked(body: Buffer, count: number): (string | Buffer)[] {
  const size = Math.max(1, Math.ceil(body.length / count));
  const parts: (string | Buffer)[] = [];
  for (let at = 0; at < body.length; at += size) {
    const part = body.subarray(at, at + size);
    parts.push(`${part.length.toString(16)}\r\n`, part, '\r\n');
  }
  return parts;
}
