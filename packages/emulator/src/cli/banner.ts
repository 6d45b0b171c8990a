import {
  WELL_KNOWN_API_KEY,
  WELL_KNOWN_CLIENT_ID,
  WELL_KNOWN_ENTITIES,
  WELL_KNOWN_USER,
} from '../auth/well-known.ts';
import type { Config } from '../config.ts';
import type { Service } from '../service.ts';

/** What a person sees when the emulator is ready: where it is, what opens it, and a first call to paste. */
export function banner(service: Service, config: Config, version: string): string {
  const { url, authUrl } = service;
  return `
Milepost emulator ${version} is ready.

  URL        ${url}
  API key    ${config.apiKeysAccepted ? config.apiKey : '(refused: --no-api-keys)'}
  User       ${WELL_KNOWN_USER.email} / ${WELL_KNOWN_USER.password}  (client id ${WELL_KNOWN_CLIENT_ID}, tokens from ${authUrl}/oauth/token)
  Entities   ${WELL_KNOWN_ENTITIES.map(({ shortId }) => shortId).join(', ')}
  Data       ${service.store}
  API page   ${url}/docs

Send a first event:

  ${curlLine(service, config)}

Stop with Ctrl+C.
`;
}

function curlLine({ url, authUrl }: Service, { apiKey, apiKeysAccepted }: Config): string {
  const event = {
    type: 'event-deploy',
    entityId: WELL_KNOWN_ENTITIES[0].shortId,
    attributes: { env: 'production', status: 'success' },
  };
  const body = JSON.stringify({ events: [event] });
  const send = (credential: string) =>
    `curl -sS ${url}/events -H ${credential} -H 'content-type: application/json' -d ${quote(body)}`;
  if (apiKeysAccepted) return send(quote(`x-api-key: ${apiKey}`));

  const grant = JSON.stringify({
    grant_type: 'password',
    username: WELL_KNOWN_USER.email,
    password: WELL_KNOWN_USER.password,
    client_id: WELL_KNOWN_CLIENT_ID,
  });
  const token = `curl -sS ${authUrl}/oauth/token -H 'content-type: application/json' -d ${quote(grant)}`;
  const extract = `sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'`;
  return send(`"authorization: Bearer $(${token} | ${extract})"`);
}

/** For a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The sentence that warns when credentials that everybody knows can be used from other machines. */
export function exposureWarning({ host, apiKey, apiKeysAccepted }: Config): string | undefined {
  if (/^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host)) return undefined;
  const exposed =
    apiKeysAccepted && apiKey === WELL_KNOWN_API_KEY
      ? 'the well-known API key and user'
      : 'the well-known user';
  return `${exposed} can be used by everyone who can reach ${host}: listen on loopback, or keep the network closed`;
}
