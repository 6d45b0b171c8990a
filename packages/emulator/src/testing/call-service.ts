import { EmulatorError } from './emulator-error.ts';
import { sendRequest } from './send-request.ts';

export interface CallOptions {
  /** Parameters of the query; what is undefined is left out, a list is repeated. */
  query?: Readonly<Record<string, QueryValue>> | undefined;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, under its media type. */
  raw?: { text: string; contentType: string } | undefined;
}

export type QueryValue = string | number | undefined | readonly (string | number)[];

/**
 * Calls a route of the service and answers the parsed body: undefined when it is empty.
 *
 * @throws EmulatorError when the service cannot be reached, or answers anything but a 2xx.
 */
export type CallService = <Answer>(method: string, path: string, options?: CallOptions) => Promise<Answer>;

/** Makes what calls a service at `url` with a key. */
export function createCallService({ url, apiKey }: { url: string; apiKey: string }): CallService {
  return async (method, path, { query = {}, json, raw } = {}) => {
    const route = `${method} ${path}`;
    const body = json === undefined ? raw?.text : JSON.stringify(json);
    const fail = (words: string, status?: number, cause?: unknown) =>
      new EmulatorError(`${route}: ${words}`.replaceAll(apiKey, '…'), { route, status, cause });
    const headers = {
      'x-api-key': apiKey,
      ...(body === undefined ? {} : { 'content-type': raw?.contentType ?? 'application/json' }),
    };
    const sent = sendRequest(`${url}${path}${queryText(query)}`, { method, headers, body });
    const { status, text } = await sent.catch((cause: unknown) => {
      throw fail(
        `${url} does not answer (${reasonOf(cause)}); is the emulator running there?`,
        undefined,
        cause,
      );
    });
    if (status < 200 || status > 299) throw fail(`${status} ${wordsOf(text)}`.trim(), status);
    try {
      return text === '' ? undefined : JSON.parse(text);
    } catch (cause) {
      throw fail(`${status}, but no JSON; is there an emulator at ${url}?`, status, cause);
    }
  };
}

function queryText(query: Readonly<Record<string, QueryValue>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) parameters.append(name, String(one));
    }
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

/** `{message}` and `{errors}` in one line; of anything else the beginning. */
function wordsOf(text: string): string {
  const body = parseObject(text);
  if ('message' in body && typeof body.message === 'string') return body.message;
  if ('errors' in body && Array.isArray(body.errors)) {
    return body.errors.map(({ path = '', msg = '' }) => `${path} ${msg}`.trim()).join('; ');
  }
  return text.slice(0, 200);
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
