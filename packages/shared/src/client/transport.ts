import type { Agent, ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { openAgents, type Route } from './agents.ts';
import {
  connectionProblem,
  type Hop,
  proxyProblem,
  timeoutProblem,
  tooLongProblem,
} from './connection-problem.ts';
import type { ClientOptions, Problem } from './types.ts';

export interface Call {
  url: URL;
  /** What is to blame when nothing right answers there, if a setting is. */
  setting?: 'baseUrl' | 'authUrl';
  headers: Readonly<Record<string, string>>;
  /** JSON to POST; without it the call is a GET. */
  body?: string;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A complete answer, or why there is none. */
export type Exchange = { answer: Answer } | { problem: Problem; isStale?: boolean };

/** Makes requests over connections that are kept until it is closed. */
export interface Transport {
  /** One try. Redirects are not followed. */
  call(call: Call, timeoutMs: number): Promise<Exchange>;
  /** Drops all connections. */
  close(): void;
}

/** Nobody's fault; but the events may have arrived, and may be sent again. */
export const INTERRUPTED: Problem = { fault: 'outage', message: 'sending was interrupted' };

/** What is longer is no answer of the service: the stored events of a request of 1 MiB fit well. */
const MAX_ANSWER_BYTES = 5 * 1024 * 1024;
/** What is longer for setTimeout fires at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** On node:http, and not on fetch, which takes 25 ms more of a short run to load, and hides why it failed. */
export function openTransport(
  env: NonNullable<ClientOptions['env']>,
  signal: AbortSignal | undefined,
): Transport {
  const agents = openAgents(env);
  return {
    async call(call, timeoutMs) {
      const route = await agents.routeTo(call.url);
      if ('problem' in route) return route;
      // An abort while the route was loaded tells nobody who listens later.
      if (signal?.aborted) return { problem: INTERRUPTED };
      const exchanged = await exchange(call, route, timeoutMs, signal);
      // The server closed a kept connection at that very moment: that says nothing about it, and is no try.
      return 'problem' in exchanged && exchanged.isStale
        ? exchange(call, route, timeoutMs, signal)
        : exchanged;
    },
    close: agents.close,
  };
}

function exchange(
  call: Call,
  { request: open, agent, proxy }: Route,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Exchange> {
  const hop: Hop = { url: call.url, setting: call.setting, proxy, isThrough: proxy === undefined };
  return new Promise((resolve) => {
    const request = start(call, open, agent);
    // The first outcome counts; what a destroyed request has to say afterwards does not.
    const finish = (outcome: Exchange) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', interrupt);
      resolve(outcome);
    };
    const interrupt = () => {
      finish({ problem: INTERRUPTED });
      request.destroy();
    };
    signal?.addEventListener('abort', interrupt, { once: true });
    const fail = (error: Error) => {
      const isStale = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
      finish({ problem: connectionProblem(error, hop), isStale });
    };
    const timer = setTimeout(
      () => {
        finish({ problem: timeoutProblem(timeoutMs, hop) });
        request.destroy();
      },
      Math.min(timeoutMs, LONGEST_TIMEOUT_MS),
    );
    request.on('socket', () => {
      if (request.reusedSocket) hop.isThrough = true;
    });
    // Of the tunnel of https-proxy-agent, and of the connection of http-proxy-agent, which has no status.
    request.on('proxyConnect', ({ statusCode = 200 }: { statusCode?: number }) => {
      if (statusCode === 200) hop.isThrough = true;
      else finish({ problem: proxyProblem(statusCode, hop) });
    });
    // What switches to another protocol has not understood the question.
    request.on('upgrade', ({ statusCode: status = 101, headers }, socket) => {
      socket.destroy();
      finish({ answer: { status, headers, text: '' } });
    });
    request.on('error', fail);
    request.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      if (proxy && status === 407) finish({ problem: proxyProblem(status, hop) });
      collect(response).then(
        (text) =>
          finish(
            text === undefined
              ? { problem: tooLongProblem(MAX_ANSWER_BYTES, hop) }
              : { answer: { status, headers, text } },
          ),
        fail,
      );
    });
    request.end(call.body);
  });
}

function start({ url, headers, body }: Call, open: Route['request'], agent: Agent): ClientRequest {
  return open(url, {
    method: body === undefined ? 'GET' : 'POST',
    agent,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
      ...headers,
    },
  });
}

/** The whole body; undefined when it is too long. Rejects when it breaks off. */
async function collect(response: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) return undefined;
  }
  // It drops the byte order mark that some gateways put in front, and JSON.parse refuses.
  return new TextDecoder().decode(Buffer.concat(chunks));
}
