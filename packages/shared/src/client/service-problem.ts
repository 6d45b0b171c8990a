import { messageOf } from './answer-text.ts';
import { parseUrl } from './parse-url.ts';
import type { Settings } from './settings.ts';
import type { Answer } from './transport.ts';
import type { Credentials, Problem, Setting } from './types.ts';

/** Why an answer to POST /events means that nothing can be delivered before a setting is mended. */
export function serviceProblem(
  answer: Answer,
  { eventsUrl, credentials, audience }: Settings,
  redact: (text: string) => string,
): Problem {
  const { status, headers } = answer;
  const said = `${status}${messageOf(answer, redact)}`;
  const because = (setting: Setting, message: string): Problem => ({
    fault: 'configuration',
    setting,
    status,
    message,
  });
  if (status === 401) {
    const isFetched = credentials.kind === 'password' || credentials.kind === 'client';
    return isFetched
      ? because('audience', `the service refused a token that was made for ${audience}: ${said}`)
      : because(credentialSetting(credentials), `the service refused it: ${said}`);
  }
  if (status === 403)
    return because(credentialSetting(credentials), `the service does not allow it: ${said}`);
  if (status >= 300 && status < 400) {
    return because(
      'baseUrl',
      `${eventsUrl.href} leads elsewhere (${status}), to ${targetOf(answer, eventsUrl)}`,
    );
  }
  if (status === 404 || status === 405) {
    return because('baseUrl', `there is no event ingestion service at ${eventsUrl.href}: ${said}`);
  }
  if (status >= 500) return { fault: 'outage', status, message: `${eventsUrl.origin} answered ${said}` };
  const type = headers['content-type'] ?? 'nothing';
  return because(
    'baseUrl',
    `${eventsUrl.href} does not answer as the event ingestion service does: ${said} (${redact(type)})`,
  );
}

function credentialSetting({ kind }: Credentials): Setting {
  switch (kind) {
    case 'token':
      return 'token';
    case 'api-key':
      return 'apiKey';
    case 'password':
      return 'username';
    case 'client':
      return 'clientId';
  }
}

/** Where a redirect points, without what may be secret. */
function targetOf({ headers }: Answer, from: URL): string {
  const target = parseUrl(headers.location ?? '', from);
  return headers.location !== undefined && target ? `${target.origin}${target.pathname}` : 'no address';
}
