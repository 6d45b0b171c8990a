import type { Credentials, Redactor, Transport } from '@milepost/shared/client';
import type { GetInput } from '@milepost/shared/report';
import type { Machine } from '../machine.ts';
import { examineCi } from './examine-ci.ts';
import { examineCiToken } from './examine-ci-token.ts';
import { examineClock } from './examine-clock.ts';
import { type CredentialsExam, examineCredentials } from './examine-credentials.ts';
import { examineEntity } from './examine-entity.ts';
import { examineIdentity } from './examine-identity.ts';
import { examineProxy } from './examine-proxy.ts';
import { examineReach } from './examine-reach.ts';
import { examineSettings } from './examine-settings.ts';
import { type Check, type CheckName, type Finding, skipped } from './finding.ts';
import { readCi } from './read-ci.ts';

/** What all checks work with. */
export interface Instruments {
  get: GetInput;
  machine: Machine;
  transport: Transport;
  redactor: Redactor;
  /** Milliseconds that each question may take. */
  timeoutMs: number;
}

/** Makes one check after the other. What an earlier one makes pointless is skipped, with the reason. */
export async function* examine(instruments: Instruments): AsyncGenerator<Check> {
  const { get, machine, transport, redactor, timeoutMs } = instruments;
  const { env } = machine;

  const { settings, hasBaseUrl, hasCredentials, finding } = examineSettings(get, env, timeoutMs);
  yield named('settings', finding);
  const { eventsUrl, tokenUrl, credentials, audience } = settings;
  const isFetched = credentials.kind === 'password' || credentials.kind === 'client';
  let obstacle = hasBaseUrl ? undefined : 'there is no base URL that can be used';

  const urls = hasCredentials && isFetched ? [eventsUrl, tokenUrl] : [eventsUrl];
  const proxy = obstacle === undefined ? examineProxy(urls, env) : skipped(obstacle);
  yield named('proxy', proxy);
  if (proxy.state === 'failed') obstacle = 'the proxy cannot be used';

  const reach =
    obstacle === undefined
      ? await examineReach(settings, transport, machine, redactor.redact)
      : { finding: skipped(obstacle) };
  yield named('reach', reach.finding);
  const { reached } = reach;

  const unreached = obstacle ?? 'the service is not reached';
  const clock = reached ? examineClock(reached) : { finding: skipped(unreached) };
  yield named('clock', clock.finding);

  const unasked = hasCredentials ? unreached : 'there are no credentials that can be used';
  const user: CredentialsExam =
    hasCredentials && reached
      ? await examineCredentials(settings, transport, machine, redactor, reached.answer.status)
      : { finding: skipped(unasked) };
  yield named('credentials', user.finding);

  const isAsked = user.finding.state !== 'skipped';
  const headers = user.headers ?? (hasCredentials ? ownHeaders(credentials) : undefined);
  const now = machine.now() + (clock.skewMs ?? 0);
  const identity = headers
    ? examineIdentity({ headers, verdict: user.verdict, audience, now })
    : skipped(isAsked ? 'no token was fetched' : unasked);
  yield named('identity', identity);

  const entityId = get('entity-id');
  const entity =
    user.verdict === 'accepted' || entityId === ''
      ? await examineEntity(entityId, settings, transport, headers ?? {}, redactor.redact)
      : skipped(isAsked ? 'the service has not taken the credentials' : unasked);
  yield named('entity', entity);

  const ci = await readCi(get, machine, machine.say);
  yield named('ci', examineCi(ci, get));
  yield named('ci token', await examineCiToken(ci, get, machine, timeoutMs, redactor.redact));
}

function named(name: CheckName, finding: Finding): Check {
  return { name, ...finding };
}

/** What is shown without having been fetched: of that, something is known even when nobody can be asked. */
function ownHeaders(credentials: Credentials): Record<string, string> | undefined {
  switch (credentials.kind) {
    case 'token':
      return { authorization: `Bearer ${credentials.token}` };
    case 'api-key':
      return { 'x-api-key': credentials.apiKey };
    default:
      return undefined;
  }
}
