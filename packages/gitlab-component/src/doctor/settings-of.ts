import { InvalidInputError, inputName } from '@milepost/shared/ci';
import {
  type ClientInputs,
  ClientSettingError,
  checkSettings,
  clientOptionsOf,
  type Settings,
} from '@milepost/shared/client';
import { type GetInput, readClientInputs } from '@milepost/shared/report';

/** A setting that cannot be used. */
export interface Mistake {
  /** Such as `base-url`. */
  input: string;
  /** A clause without its subject. */
  message: string;
}

/** Stand in for what is wrong, so that the next mistake comes to light. */
const SOUND = {
  baseUrl: 'http://localhost',
  authUrl: 'http://localhost',
  token: 'sound',
  username: 'sound',
  password: 'sound',
  clientId: 'sound',
  clientSecret: 'sound',
  audience: 'sound',
  apiKey: 'sound',
} satisfies Partial<ClientInputs>;

/**
 * The settings of a client, and all that is wrong with them: where there is a mistake, they hold a stand-in.
 *
 * @param timeoutMs milliseconds for each question.
 */
export function settingsOf(
  get: GetInput,
  timeoutMs: number,
): { inputs: ClientInputs; settings: Settings; mistakes: Mistake[] } {
  const mistakes: Mistake[] = [];
  const inputs = inputsOf(get, mistakes);
  const sound = { ...inputs };
  for (;;) {
    try {
      const options = {
        ...clientOptionsOf(sound),
        budgetMs: timeoutMs,
        attemptTimeoutMs: timeoutMs,
        maxAttempts: 1,
        userAgent: 'milepost-cli',
      };
      return { inputs, settings: checkSettings(options), mistakes };
    } catch (error) {
      if (!(error instanceof ClientSettingError)) throw error;
      mistakes.push({ input: inputName(error.setting), message: error.message });
      sound[error.setting] = SOUND[error.setting];
    }
  }
}

/** Those that are no settings of the service: `timeout` and `max-attempts`, of which a report would stop. */
function inputsOf(get: GetInput, mistakes: Mistake[]): ClientInputs {
  const wrong = new Set<string>();
  for (;;) {
    try {
      return readClientInputs((name) => (wrong.has(name) ? '' : get(name)));
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      mistakes.push({ input: error.input, message: error.message });
      wrong.add(error.input);
    }
  }
}
