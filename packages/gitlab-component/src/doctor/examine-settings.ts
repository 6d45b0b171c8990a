import { inputName } from '@milepost/shared/ci';
import type { ClientInputs, Settings } from '@milepost/shared/client';
import type { GetInput } from '@milepost/shared/report';
import type { Machine } from '../machine.ts';
import { nameFlag } from '../name-flag.ts';
import { type Finding, failed, ok, warning } from './finding.ts';
import { type Mistake, settingsOf } from './settings-of.ts';

type Env = Machine['env'];

/** What the settings are good for. */
export interface SettingsExam {
  finding: Finding;
  /** With stand-ins for what is wrong. */
  settings: Settings;
  /** Whether the service can be asked at all. */
  hasBaseUrl: boolean;
  /** Whether it can be asked as somebody. */
  hasCredentials: boolean;
}

const CREDENTIALS = ['token', 'username', 'password', 'clientId', 'clientSecret', 'apiKey'] as const;

/** Without these it matters only how long a report may take. */
const OF_SERVICE = new Set(['baseUrl', 'authUrl', 'audience', ...CREDENTIALS].map(inputName));

/** The form of a variable that its CI system did not know, and left as it is. */
const NOT_EXPANDED = /^(\$\w+|\$\{\w+\}|\$\([\w.]+\)|\$\{\{.*\}\})$/;

/** Whether base URL and credentials are given, and can be used. */
export function examineSettings(get: GetInput, env: Env, timeoutMs: number): SettingsExam {
  const { inputs, settings, mistakes } = settingsOf(get, timeoutMs);
  const wrong = mistakes.map(({ input }) => input);
  return {
    finding: findingOf(inputs, settings, mistakes, env),
    settings,
    hasBaseUrl: !wrong.includes('base-url'),
    hasCredentials: !wrong.some((input) => input !== 'base-url' && OF_SERVICE.has(input)),
  };
}

function findingOf(inputs: ClientInputs, settings: Settings, mistakes: Mistake[], env: Env): Finding {
  const empty = emptyVariables(inputs, env);
  const unknown = CREDENTIALS.filter((name) => NOT_EXPANDED.test(inputs[name])).map((name) =>
    nameSetting(inputName(name), env),
  );
  const remedies = [
    ...(empty.length > 0
      ? [
          `${empty.join(', ')} is set, but empty: is it protected, and this branch is not, or does the run get no secrets?`,
        ]
      : []),
    ...(unknown.length > 0
      ? [`${unknown.join(', ')} looks like a variable that nobody replaced by its value: does it exist here?`]
      : []),
  ];
  if (mistakes.length > 0) {
    const found = mistakes.map(({ input, message }) => `${nameSetting(input, env)} ${message}`).join('; ');
    return failed(
      found,
      remedies.join(' ') || 'Set the variable where the CI system keeps them, or give the flag.',
    );
  }
  const base = settings.eventsUrl.href.replace(/\/events$/, '');
  const [counts = '', ...unused] = givenCredentials(inputs);
  const found = `the base URL is ${base}, and ${counts} shows who reports`;
  if (unused.length > 0) {
    remedies.push(`Only ${counts} counts; take away ${unused.join(' and ')}.`);
  }
  return remedies.length > 0 ? warning(found, remedies.join(' ')) : ok(found);
}

/** In the order in which they count. */
function givenCredentials({ token, username, clientSecret, apiKey }: ClientInputs): string[] {
  const given = [
    [token, '--token'],
    [username, '--username'],
    [clientSecret, '--client-secret'],
    [apiKey, '--api-key'],
  ] as const;
  return given.flatMap(([value, flag]) => (value === '' ? [] : [flag]));
}

/** Those that people set; the GitLab component sets all of its own, empty or not. */
function emptyVariables(inputs: ClientInputs, env: Env): string[] {
  return (['baseUrl', ...CREDENTIALS] as const)
    .filter((name) => inputs[name] === '')
    .map((name) => variableOf(inputName(name), 'MILEPOST_'))
    .filter((name) => env[name] !== undefined);
}

/** `--base-url (MILEPOST_BASE_URL)`: the flag, and the variable that may be the one that speaks. */
function nameSetting(input: string, env: Env): string {
  const ofComponent = variableOf(input, 'MILEPOST_INPUT_');
  return `${nameFlag(input)} (${env[ofComponent]?.trim() ? ofComponent : variableOf(input, 'MILEPOST_')})`;
}

function variableOf(input: string, prefix: string): string {
  return `${prefix}${input.toUpperCase().replaceAll('-', '_')}`;
}
