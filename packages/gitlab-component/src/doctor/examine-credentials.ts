import {
  type Answer,
  type Credentials,
  createAuthorizer,
  type Problem,
  type Redactor,
  type Setting,
  type Settings,
  serviceProblem,
  type Transport,
} from '@milepost/shared/client';
import { sentenceOf } from '@milepost/shared/report';
import type { Machine } from '../machine.ts';
import { nameFlag } from '../name-flag.ts';
import { NO_EVENTS } from './examine-reach.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

/** What the service thinks of the credentials. */
export interface CredentialsExam {
  finding: Finding;
  /** Undefined when it was not to be had. */
  verdict?: 'accepted' | 'refused';
  /** What shows who asks, when it could be had. */
  headers?: Record<string, string>;
}

const WORDS: Readonly<Record<Credentials['kind'], string>> = {
  token: 'the token',
  password: 'a token that was fetched for --username',
  client: 'a token that was fetched for --client-id',
  'api-key': 'the API key',
};

/** What to do about a setting that is to blame. */
const REMEDIES: Readonly<Record<Setting, string>> = {
  baseUrl: 'Tokens are asked for below --base-url; give their own address by --auth-url.',
  authUrl: 'Correct --auth-url: it is the address to which /oauth/token is added.',
  token:
    'Fetch a new token: they live for an hour or so. Better give --username or --client-id, which fetch one.',
  username: 'Give a user that may send events.',
  password:
    'Sign in with the two by hand. In a CI variable, a $ is kept only when the variable is not expanded.',
  clientId: 'Give the id under which this client is registered where tokens are issued.',
  clientSecret: 'Give the id and the secret of a client that may use the grant client_credentials.',
  audience: 'Give the API audience of the service by --audience; without it, the base URL is asked for.',
  apiKey: 'Make a new key in the settings of the service, or better, give a token: keys are deprecated.',
};

const OUTAGE = 'Try again later, or ask those who run it.';
const MIGRATION =
  'API keys are deprecated, and will be refused one day. Give --username, --password and --client-id.';

/**
 * Whether the service takes the credentials, asked by a batch of no events: it is refused, and nothing is stored.
 *
 * @param statusForNobody of the same question without credentials.
 */
export async function examineCredentials(
  settings: Settings,
  transport: Transport,
  { now, signal }: Pick<Machine, 'now' | 'signal'>,
  { add, redact }: Redactor,
  statusForNobody: number,
): Promise<CredentialsExam> {
  const { eventsUrl: url, credentials, attemptTimeoutMs, userAgent } = settings;
  const authorized = await createAuthorizer(credentials, add).headers({
    settings,
    transport,
    runtime: { now, random: () => 0, sleep: async () => {} },
    signal,
    deadline: now() + attemptTimeoutMs,
    redact,
    notify: () => {},
  });
  if ('problem' in authorized) return { finding: failure(authorized.problem) };
  const { headers } = authorized;
  const exchange = await transport.call(
    { url, setting: 'baseUrl', headers: { 'user-agent': userAgent, ...headers }, body: NO_EVENTS },
    attemptTimeoutMs,
  );
  if ('problem' in exchange) return { finding: failure(exchange.problem), headers };
  const { answer } = exchange;
  // A batch of none is refused only after the credentials are found right; so is one over the rate limit.
  if (answer.status !== 400 && answer.status !== 429 && answer.status !== 201) {
    const finding = failure(serviceProblem(answer, settings, redact));
    return answer.status === 401 || answer.status === 403
      ? { finding, verdict: 'refused', headers }
      : { finding, headers };
  }
  if (statusForNobody === 400) {
    const finding = warning(
      'the service looks at events before it looks at credentials: whether they are right only sending tells',
      'Report one deployment to a development environment.',
    );
    return { finding, verdict: 'accepted', headers };
  }
  return { finding: acceptance(answer, credentials.kind), verdict: 'accepted', headers };
}

function failure(problem: Problem): Finding {
  const { setting, fault } = problem;
  const remedy = setting === undefined ? undefined : REMEDIES[setting];
  return failed(
    sentenceOf(problem, nameFlag),
    remedy ?? (fault === 'outage' ? OUTAGE : 'Ask those who run the token service.'),
  );
}

function acceptance(answer: Answer, kind: Credentials['kind']): Finding {
  const migration = kind === 'api-key' ? MIGRATION : '';
  const found = `the service takes ${WORDS[kind]}`;
  if (answer.status === 429) {
    const after = answer.headers['retry-after'];
    const when = after !== undefined && /^\d+$/.test(after) ? `in ${after} s` : 'later';
    return warning(
      `${found}, but its rate limit is used up`,
      `Requests pass again ${when}; use another one for each pipeline that sends much. ${migration}`.trim(),
    );
  }
  const left = requestsLeft(answer);
  const whole = left === undefined ? found : `${found}; requests left: ${left}`;
  return migration === '' ? ok(whole) : warning(whole, migration);
}

/**
 * `98 (minute), 1498 (hour)`.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
function requestsLeft({ headers }: Answer): string | undefined {
  const value = [headers['ratelimit'] ?? []].flat().join(', ');
  const windows = value.split(',').flatMap((policy) => {
    const [, name, left] = /^\s*"?([\w-]{1,40})"?\s*;(?:[^;]*;)*?\s*r=(\d+)/.exec(policy) ?? [];
    return name === undefined ? [] : [`${left} (${name})`];
  });
  return windows.length > 0 ? windows.join(', ') : undefined;
}
