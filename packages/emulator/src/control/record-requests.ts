import { performance } from 'node:perf_hooks';
import type { Request, RequestHandler, Response } from 'express';
import type { Clock, Clocks } from '../clock.ts';
import { outcomeOf } from '../http/log-requests.ts';
import { readTextOf } from '../http/read-json.ts';
import type { ClaimedSender, FindClaimedSender } from './claimed-sender.ts';
import { forgetSecrets } from './forget-secrets.ts';
import type { Journal } from './journal.ts';
import { inflate, readRest } from './read-rest.ts';
import type { TakenRequest } from './taken-request.ts';

/** Answers that are larger are not kept, in characters. */
const MAX_RESPONSE = 1024 * 1024;

/** The controls, and the probes of whoever runs the emulator: they would push out the others. */
const NOT_TAKEN = /^\/(?:_control(?:\/|$)|(?:livez|readyz)\/?$)/;

export interface RecordDeps {
  journal: Journal;
  clocks: Clocks;
  /** The machine's. */
  realTime: Clock;
  /** Whose a request claims to be. */
  senderOf: FindClaimedSender;
}

/**
 * Takes every request down, once it is answered and its body has come to its end. Belongs before the faults. It reads
 * no body that somebody else reads, and neither delays nor changes an answer.
 */
export function recordRequests(deps: RecordDeps): RequestHandler {
  return (req, res, next) => {
    if (!NOT_TAKEN.test(req.path)) record(deps, req, res);
    next();
  };
}

function record(deps: RecordDeps, req: Request, res: Response): void {
  const { journal, clocks, realTime } = deps;
  const start = performance.now();
  const request: TakenRequest = {
    id: journal.arrive(),
    method: req.method,
    url: req.url,
    path: req.path,
    headers: req.headers,
    headSize: headSizeOf(req),
    at: clocks.shared.now(),
    realAt: realTime.now(),
    ms: 0,
    status: 0,
    accountId: null,
    credential: null,
    body: undefined,
    response: undefined,
    omitted: false,
    faults: NONE,
    refused: NONE,
    loosened: NONE,
  };
  let rest: Promise<Buffer | undefined> | undefined;

  res.on('close', () => {
    const { answered, fault, refused = NONE, loosened = NONE, identity } = res.locals;
    request.ms = Math.round((performance.now() - start) * 100) / 100;
    request.status = outcomeOf(res);
    request.faults = fault?.ids ?? NONE;
    request.refused = refused;
    request.loosened = loosened;
    if (answered !== undefined && req.method !== 'HEAD') {
      if (answered.length <= MAX_RESPONSE) request.response = answered;
      else request.omitted = true;
    }
    if (identity && !rest) {
      request.credential = identity;
      request.accountId = identity.accountId;
      complete(clocks, request, req);
      journal.add(request);
    } else if (rest) {
      // Outside of what others wait for: a caller may take its time to send it.
      void rest.then((bytes) => journal.addSoon(learnRest(deps, request, req, res, bytes)));
    } else {
      journal.addSoon(learnRest(deps, request, req, res, undefined));
    }
  });
  if (hasBody(req)) {
    res.prependListener('finish', () => {
      if (!req.readableDidRead) rest = readRest(req);
    });
  }
}

const NONE: readonly never[] = [];

function headSizeOf({ url, rawHeaders }: Request): number {
  let size = url.length;
  for (const text of rawHeaders) size += text.length;
  return size;
}

function hasBody({ headers }: Request): boolean {
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : length !== '0';
}

/** For a request that was answered before anybody knew who sends it, or what. */
async function learnRest(
  deps: RecordDeps,
  request: TakenRequest,
  req: Request,
  res: Response,
  rest: Buffer | undefined,
): Promise<TakenRequest> {
  const bytes = rest && (await inflate(rest, req.headers['content-encoding']));
  // There `senderOf` looks for who wants a token.
  if (bytes) req.body = bytes;
  const { identity } = res.locals;
  // A store that is broken or closed knows nobody.
  const sender: Partial<ClaimedSender> = identity
    ? { accountId: identity.accountId, credential: identity }
    : await deps.senderOf(req).catch(() => ({}));
  request.accountId = sender.accountId ?? null;
  request.credential = sender.credential ?? null;
  complete(deps.clocks, request, req);
  return request;
}

function complete(clocks: Clocks, request: TakenRequest, req: Request): void {
  const clock = request.accountId === null ? clocks.shared : clocks.of(request.accountId);
  if (clock !== clocks.shared) request.at = clock.now();
  request.body = readTextOf(req);
  if (request.body === undefined && hasBody(req)) request.omitted = true;
  forgetSecrets(request);
}
