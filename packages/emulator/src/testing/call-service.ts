import { EmulatorError } from './emulator-error.ts';

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
  // As it is now: the test may put another in its place to watch what it tests.
  const { fetch } = globalThis;

  return async (method, path, { query = {}, json, raw } = {}) => {
    const route = `${method} ${path}`;
    const body = json === undefined ? raw?.text : JSON.stringify(json);
    const fail = (text: string, status?: number, cause?: unknown) =>
      new EmulatorError(`${route}: ${text}`.replaceAll(apiKey, '…'), { route, status, cause });
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${url}${path}${queryText(query)}`, {
        method,
        headers: {
          'x-api-key': apiKey,
          ...(body === undefined ? {} : { 'content-type': raw?.contentType ?? 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
      });
      text = await response.text();
    } catch (cause) {
      throw fail(
        `${url} does not answer (${reasonOf(cause)}); is the emulator running there?`,
        undefined,
        cause,
      );
    }
    if (!response.ok) throw fail(`${response.status} ${wordsOf(text)}`.trim(), response.status);
    try {
      return text === '' ? undefined : JSON.parse(text);
    } catch (cause) {
      throw fail(`${response.status}, but no JSON; is there an emulator at ${url}?`, response.status, cause);
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

/** fetch says only that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
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
