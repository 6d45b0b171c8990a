import { ClientSettingError } from './errors.ts';
import type { Credentials, Setting } from './types.ts';

/** @throws ClientSettingError for what is empty, or cannot travel in a header. */
export function checkCredentials(credentials: Credentials): void {
  if (credentials.kind === 'token') demandHeader('token', credentials.token);
  else if (credentials.kind === 'api-key') demandHeader('apiKey', credentials.apiKey);
  else {
    if (credentials.kind === 'password') {
      demand('username', credentials.username);
      demand('password', credentials.password);
    } else demand('clientSecret', credentials.clientSecret);
    demand('clientId', credentials.clientId);
    demand('audience', credentials.audience);
  }
}

/** What of the credentials must never be shown. */
export function secretsOf(credentials: Credentials): string[] {
  switch (credentials.kind) {
    case 'token':
      return [credentials.token];
    case 'password':
      return [credentials.password];
    case 'client':
      return [credentials.clientSecret];
    case 'api-key':
      return [credentials.apiKey];
  }
}

/** Whether a token or a key can travel in a header as it is. */
export function isHeaderToken(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value);
}

function demand(setting: Setting, value: string | undefined): void {
  if (value?.trim() === '') throw new ClientSettingError(setting, 'is empty');
}

function demandHeader(setting: Setting, value: string): void {
  demand(setting, value);
  if (!isHeaderToken(value)) {
    throw new ClientSettingError(
      setting,
      'has a space, a line break or another character that no header can carry; was more than its value pasted?',
    );
  }
}
