import type { IncomingHttpHeaders } from 'node:http';
import { formatTimestamp } from '@milepost/shared/validation';
import { apiKeyPrefix } from '../auth/api-key.ts';
import { createTextRedaction, REDACTED, type RedactText, redactPath } from '../http/redact-text.ts';
import type { Refusal } from '../http/refusal.ts';
import { isKeyAnswer } from './forget-secrets.ts';
import type { JournalEntryBody } from './journal.schema.ts';
import { redactBody } from './redact-body.ts';
import { isSecretHeader, isSecretMember, redactJson } from './redact-secrets.ts';
import type { TakenRequest } from './taken-request.ts';

/** Makes of a request that was taken down what is shown of it: parsed, and without secrets. */
export function describeRequest(request: TakenRequest): JournalEntryBody {
  const { method, headers, credential, status, ms, faults } = request;
  const redact = createTextRedaction(credentialsIn(headers));
  const body = redactBody(request.body, { contentType: headers['content-type'], redact });
  const response = redactBody(request.response, { redact, holdsKey: isKeyAnswer(request) });
  return {
    id: String(request.id),
    at: formatTimestamp(request.at),
    realAt: formatTimestamp(request.realAt),
    method,
    path: redactPath(request.path, redact),
    query: queryOf(request.url, redact),
    headers: headersOf(headers, redact),
    accountId: request.accountId === null ? null : redact(request.accountId),
    credential: credential && {
      kind: credential.kind,
      id: credential.id === null ? null : redact(credential.id),
      shown: credential.kind === 'user' ? redact(credential.id ?? '') : shownKey(headers),
    },
    status,
    body: body.shown,
    response: response.shown,
    omitted: request.omitted || body.cut || response.cut,
    ms,
    faults: [...faults],
    refused: refusalsOf(request.refused, redact),
    loosened: refusalsOf(request.loosened, redact),
  };
}

/** The credentials that came with a request, which its body or its answer may repeat. */
function credentialsIn(headers: IncomingHttpHeaders): string[] {
  const sent = [headers['x-api-key'], headers.authorization, headers['proxy-authorization']];
  return sent.flat().flatMap((value) => (value === undefined ? [] : value.split(/[\s,]+/)));
}

function shownKey(headers: IncomingHttpHeaders): string {
  return `${apiKeyPrefix(String(headers['x-api-key'] ?? ''))}…`;
}

function headersOf(headers: IncomingHttpHeaders, redact: RedactText): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [
      name,
      isSecretHeader(name) ? REDACTED : redact([value].flat().join(', ')),
    ]),
  );
}

function queryOf(url: string, redact: RedactText): Record<string, string[]> {
  const start = url.indexOf('?');
  const query: [string, string][] = start === -1 ? [] : [...new URLSearchParams(url.slice(start))];
  const values = query.map(([name, value]): [string, string] => {
    const isSecret = isSecretHeader(name) || isSecretMember(name);
    return [redact(name), isSecret ? REDACTED : redact(value)];
  });
  const byName = Map.groupBy(values, ([name]) => name);
  return Object.fromEntries([...byName].map(([name, pairs]) => [name, pairs.map(([, value]) => value)]));
}

function refusalsOf(refusals: readonly Refusal[], redact: RedactText): JournalEntryBody['refused'] {
  return refusals.map(({ rule, path, nearest }) => ({
    rule,
    path: path === null ? null : redact(path),
    nearest: redactJson(nearest, redact, isSecretMember) ?? null,
  }));
}
