import { getHttpOperationsFromSpec, type IHttpConfig } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import pino from 'pino';

/** A request as a client sends it. */
export interface ProxiedRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

export interface ProxiedAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** What the document has against the request; empty when it calls it valid. */
  requestViolations: string[];
  /** What the document has against the answer. */
  responseViolations: string[];
}

export type ValidatingProxy = Awaited<ReturnType<typeof startValidatingProxy>>;

/**
 * Stoplight Prism between a client and a running service: it forwards every request, valid or not, and says where
 * the request or the answer is not as the document has it.
 */
export async function startValidatingProxy(serviceUrl: string, document: object) {
  const operations = await getHttpOperationsFromSpec(structuredClone(document));
  const config: IHttpConfig = {
    isProxy: true,
    upstream: new URL(serviceUrl),
    upstreamProxy: undefined,
    mock: { dynamic: false },
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    // Forward what is invalid, too.
    errors: false,
  };
  const components = { logger: pino({ level: 'silent' }) };
  const server = createServer(operations, { components, cors: false, config });
  const url = await server.listen(0, '127.0.0.1');

  async function overHttp({ method, path, headers, body }: ProxiedRequest): Promise<ProxiedAnswer> {
    const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
    await response.arrayBuffer();
    const violations = parseViolations(response.headers.get('sl-violations'));
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      requestViolations: violations.filter(({ location }) => location[0] === 'request').map(toText),
      responseViolations: violations.filter(({ location }) => location[0] === 'response').map(toText),
    };
  }

  /** Prism's listener parses JSON before its proxy sees it, and answers by itself what is none. */
  async function behindTheListener({ path, headers, body }: ProxiedRequest): Promise<ProxiedAnswer> {
    const input = { method: 'post', url: { path, query: {} }, headers: { ...headers }, body } as const;
    const outcome = await server.prism.request(input, operations, config)();
    if (outcome._tag === 'Left') throw outcome.left;
    const { output, validations } = outcome.right;
    return {
      status: output.statusCode,
      headers: output.headers ?? {},
      requestViolations: validations.input.map(({ message }) => message),
      responseViolations: validations.output.map(({ message }) => message),
    };
  }

  return {
    send: (request: ProxiedRequest) =>
      isJsonInName(request) ? behindTheListener(request) : overHttp(request),
    close: () => server.close(),
  };
}

interface Violation {
  location: string[];
  message: string;
}

/** Prism cuts the header at 8 KiB; a request with fewer mistakes is wanted then. */
function parseViolations(header: string | null): Violation[] {
  return header === null ? [] : JSON.parse(header);
}

function toText({ location, message }: Violation): string {
  return `${location.join('.')}: ${message}`;
}

function isJsonInName({ headers, body }: ProxiedRequest): boolean {
  if (body === undefined || !headers['content-type']?.startsWith('application/json')) return false;
  try {
    JSON.parse(body);
    return false;
  } catch {
    return true;
  }
}
