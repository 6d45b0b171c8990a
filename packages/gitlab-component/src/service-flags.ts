import * as Flags from '@oclif/core/flags';

/** Which service, and who calls: the same for every command that calls it. Each has its twin in the environment. */
export const serviceFlags = {
  'base-url': Flags.string({
    description: 'Base URL of the event ingestion service, such as https://events.example.com/api.',
    helpGroup: 'SERVICE',
    helpValue: 'URL',
  }),
  token: secret('Bearer token of the service. Goes before all other credentials.'),
  'auth-url': Flags.string({
    description: 'Where tokens are issued, if that is not --base-url.',
    helpGroup: 'SERVICE',
    helpValue: 'URL',
  }),
  username: Flags.string({
    description: 'User name, exchanged for a token together with --password and --client-id.',
    helpGroup: 'SERVICE',
    helpValue: 'NAME',
  }),
  password: secret('Password of --username.'),
  'client-id': Flags.string({
    description: 'OAuth client id, for --username or for --client-secret.',
    helpGroup: 'SERVICE',
    helpValue: 'ID',
  }),
  'client-secret': secret('OAuth client secret, exchanged for a token together with --client-id.'),
  audience: Flags.string({
    description: 'Audience of the token that is asked for, when the issuer wants one.',
    helpGroup: 'SERVICE',
    helpValue: 'URI',
  }),
  'api-key': secret('API key of the service; deprecated in favour of tokens.'),
};

function secret(description: string) {
  return Flags.string({
    description: `${description} Better given in the environment: a command line can be seen by others.`,
    helpGroup: 'SERVICE',
    helpValue: 'SECRET',
  });
}
