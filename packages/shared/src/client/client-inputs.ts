import { ClientSettingError } from './errors.ts';
import type { ClientOptions, Credentials } from './types.ts';

/** What a user of the Action or the command line says of the service, each empty when not given. */
export interface ClientInputs {
  baseUrl: string;
  authUrl: string;
  token: string;
  username: string;
  password: string;
  clientId: string;
  clientSecret: string;
  audience: string;
  apiKey: string;
  /** Milliseconds. */
  budgetMs: number;
  maxAttempts: number;
}

/** The options of a client, from what a user gave. @throws ClientSettingError */
export function clientOptionsOf(
  inputs: ClientInputs,
): Pick<ClientOptions, 'baseUrl' | 'authUrl' | 'credentials' | 'budgetMs' | 'maxAttempts'> {
  const { baseUrl, authUrl, budgetMs, maxAttempts } = inputs;
  if (baseUrl === '') {
    throw new ClientSettingError('baseUrl', 'is missing; give the address of the event ingestion service');
  }
  return {
    baseUrl,
    authUrl: authUrl === '' ? undefined : authUrl,
    credentials: credentialsOf(inputs),
    budgetMs,
    maxAttempts,
  };
}

/** Whether anything is given that could be a credential; a run without secrets has none. */
export function hasCredentials({ token, password, clientSecret, apiKey }: ClientInputs): boolean {
  return [token, password, clientSecret, apiKey].some((secret) => secret !== '');
}

/** A bearer token goes before an API key, and one that is there before one that must be fetched. */
function credentialsOf(inputs: ClientInputs): Credentials {
  const { token, username, password, clientId, clientSecret, apiKey } = inputs;
  const audience = inputs.audience === '' ? undefined : inputs.audience;
  if (token !== '') return { kind: 'token', token };
  if (username !== '' || password !== '') {
    demand('username', username, 'password is given, and goes with it');
    demand('password', password, 'username is given, and goes with it');
    demand('clientId', clientId, 'a user name and a password are exchanged for a token, which needs it');
    return { kind: 'password', username, password, clientId, audience };
  }
  if (clientSecret !== '') {
    demand('clientId', clientId, 'a client secret is given, and goes with it');
    return { kind: 'client', clientId, clientSecret, audience };
  }
  if (apiKey !== '') return { kind: 'api-key', apiKey };
  throw new ClientSettingError(
    'token',
    'is missing, and so is every other credential; give a token, a user name with its password and client id, ' +
      'a client id with its secret, or an API key. In a run that gets no secrets they are empty',
  );
}

function demand(setting: 'username' | 'password' | 'clientId', value: string, why: string): void {
  if (value === '') throw new ClientSettingError(setting, `is missing: ${why}`);
}
