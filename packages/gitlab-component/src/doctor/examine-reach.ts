import {
  type Answer,
  jsonOf,
  type Problem,
  type Settings,
  serviceProblem,
  type Transport,
} from '@milepost/shared/client';
import type { Machine } from '../machine.ts';
import { extraCaProblem } from './extra-ca.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

/** An answer of the service, and when it came: milliseconds since 1970. */
export interface Reached {
  answer: Answer;
  sentAt: number;
  receivedAt: number;
}

/** A batch of none: the service never stores it. */
export const NO_EVENTS = '{"events":[]}';

/** What a service says to somebody who does not say who he is (spec, section 4.1); and to too many questions. */
const SERVICE_STATUSES = new Set([400, 401, 403, 429]);

/** How a connection fails, by the code or the words in its problem, and what to do then. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    /^the proxy /,
    'Correct the variable of the proxy, or name the host of the service in NO_PROXY if it can be reached without.',
  ],
  [
    /\(ENOTFOUND\)|\(EAI_AGAIN\)/,
    'Is the host name in --base-url right? A private one is known only to the name servers of its own network.',
  ],
  [/\(ECONNREFUSED\)/, 'Is the service running, and is the port in --base-url right?'],
  [
    /no answer within|\(ETIMEDOUT\)|\(E(HOST|NET)UNREACH\)/,
    'Is there a firewall in between, or does this network need a proxy (HTTPS_PROXY)?',
  ],
];

/** Whether the event ingestion service answers at the base URL. Asks without credentials: it may be anybody's. */
export async function examineReach(
  settings: Settings,
  transport: Transport,
  machine: Pick<Machine, 'env' | 'cwd' | 'now'>,
  redact: (text: string) => string,
): Promise<{ finding: Finding; reached?: Reached }> {
  const { eventsUrl: url, attemptTimeoutMs, userAgent } = settings;
  const sentAt = machine.now();
  const exchange = await transport.call(
    { url, setting: 'baseUrl', headers: { 'user-agent': userAgent }, body: NO_EVENTS },
    attemptTimeoutMs,
  );
  const receivedAt = machine.now();
  const caProblem = url.protocol === 'https:' ? await extraCaProblem(machine) : undefined;
  if ('problem' in exchange) {
    return { finding: failed(exchange.problem.message, remedyOf(exchange.problem, machine.env, caProblem)) };
  }
  const { answer } = exchange;
  const reached = { answer, sentAt, receivedAt };
  if (!SERVICE_STATUSES.has(answer.status)) {
    const { message, fault } = serviceProblem(answer, settings, redact);
    const remedy =
      fault === 'outage'
        ? 'It is down, or what stands in front of it is: try again later, or ask those who run it.'
        : 'Correct --base-url: it is the address to which /events is added.';
    return { finding: failed(message, remedy) };
  }
  const found = `${url.origin} answers in ${receivedAt - sentAt} ms`;
  if (jsonOf(answer) === undefined) {
    const finding = warning(
      `${found}, with ${answer.status}, but not in JSON as the service does`,
      'Is a gateway in front of the service that wants credentials of its own, or is --base-url of something else?',
    );
    return { finding, reached };
  }
  return { finding: caProblem === undefined ? ok(found) : warning(found, caProblem), reached };
}

function remedyOf({ message }: Problem, env: Machine['env'], caProblem: string | undefined): string {
  if (message.includes('NODE_EXTRA_CA_CERTS')) {
    const path = env['NODE_EXTRA_CA_CERTS'];
    return (
      caProblem ??
      (path
        ? `NODE_EXTRA_CA_CERTS names ${path}, but the CA of this certificate is not in there: add it.`
        : 'Set NODE_EXTRA_CA_CERTS to the path of that file, in the environment of the job.')
    );
  }
  return (
    REMEDIES.find(([pattern]) => pattern.test(message))?.[1] ??
    'Correct --base-url, or ask those who run the service.'
  );
}
