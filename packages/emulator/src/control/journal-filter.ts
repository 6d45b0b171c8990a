import type { Request } from 'express';
import { HttpError } from '../http/http-errors.ts';
import { CALLER_GONE, CUT_OFF } from '../http/log-requests.ts';
import { parseQuery, type QueryReader, utcInstant, wholeNumber } from '../http/query.ts';
import type { JournalFilter } from './journal.ts';
import { MAX_ENTRIES } from './journal-shelves.ts';
import { pathMatches } from './match-fault.ts';
import type { TakenRequest } from './taken-request.ts';

/** Shapes of the parameters of GET /_control/requests. */
export const METHOD_PATTERN = '^[A-Za-z]{1,20}$';
export const PATH_PATTERN = '^/[^?#*]*\\*?$';
export const STATUS_PATTERN = '^[1-5](?:\\d\\d|[xX][xX])$';
export const ID_PATTERN = '^\\d{1,15}$';
/** At most 10 minutes. */
export const WAIT_PATTERN =
  '^(?:(?:\\d{1,5}|[1-5]\\d{5}|600000)ms|(?:\\d{1,2}|[1-5]\\d\\d|600)s|(?:\\d|10)m)$';

/** What a call of GET /_control/requests asks for. */
export interface JournalQuery {
  matches: JournalFilter['matches'];
  /** Undefined for an answer at once. */
  wait: { ms: number; count: number } | undefined;
}

const parameters = {
  method: { read: shaped(METHOD_PATTERN, 'must be a method, such as POST'), repeatable: true },
  path: {
    read: shaped(PATH_PATTERN, 'must be a path below the base path, such as /events or /incidents/*'),
    repeatable: true,
  },
  status: { read: shaped(STATUS_PATTERN, 'must be a status, such as 201 or 4xx'), repeatable: true },
  since: { read: readSince },
  wait: { read: readWait },
  count: { read: wholeNumber(1, MAX_ENTRIES) },
};

/**
 * Parses the query of GET /_control/requests.
 *
 * @throws HttpError 400 with one item a problem, `location: "query"`.
 */
export function parseJournalQuery(req: Request): JournalQuery {
  const { method, path, status, since, wait, count } = parseQuery(req, parameters);
  if (count && !wait) {
    const msg = 'belongs to wait, such as wait=5s&count=2; it does not shorten the list';
    throw new HttpError(400, [{ type: 'field', msg, path: 'count', location: 'query' }]);
  }
  const methods = method?.map((one) => one.toUpperCase());
  const [isSince] = since ?? [];
  const [ms] = wait ?? [];
  return {
    wait: ms === undefined ? undefined : { ms, count: count?.[0] ?? 1 },
    matches: (request) =>
      (!methods || methods.includes(request.method)) &&
      (!path || path.some((pattern) => pathMatches(pattern, request.path))) &&
      (!status || status.some((wanted) => isStatus(wanted, request.status))) &&
      (!isSince || isSince(request)),
  };
}

function shaped(pattern: string, problem: string): QueryReader<string> {
  const shape = new RegExp(pattern);
  return (text) => (text.length <= 1000 && shape.test(text) ? { value: text } : { problem });
}

function isStatus(wanted: string, status: number): boolean {
  if (!wanted.toLowerCase().endsWith('xx')) return wanted === String(status);
  // These stand for no answer at all: what was asked may have been done.
  return status !== CUT_OFF && status !== CALLER_GONE && wanted.startsWith(String(status).charAt(0));
}

function readSince(text: string): ReturnType<QueryReader<(request: TakenRequest) => boolean>> {
  if (new RegExp(ID_PATTERN).test(text)) return { value: ({ id }) => id > Number(text) };
  const instant = utcInstant(text);
  if ('problem' in instant) return { problem: `${instant.problem}, or the id of an entry` };
  return { value: ({ at }) => at >= instant.value };
}

function readWait(text: string): ReturnType<QueryReader<number>> {
  if (!new RegExp(WAIT_PATTERN).test(text)) {
    return { problem: 'must be a time of at most 10 minutes, such as 5s, 500ms or 1m' };
  }
  const unit = text.endsWith('ms') ? 1 : text.endsWith('s') ? 1000 : 60_000;
  return { value: Number.parseInt(text, 10) * unit };
}
