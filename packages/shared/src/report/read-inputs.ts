import type { EventInputs } from '../ci/build-event.ts';
import { ATTRIBUTES } from '../ci/event-fields.ts';
import { inputName } from '../ci/input-name.ts';
import type { ClientInputs } from '../client/client-inputs.ts';
import { booleanOf, choiceOf, type GetInput, numberOf, wholeNumberOf } from './parse-input.ts';

/** Which problems fail a report. */
export type FailOn = 'client-error' | 'any' | 'never';

/** What a user says of a report, wherever it runs; a text that was not given is empty. */
export interface ReportInputs {
  client: ClientInputs;
  event: EventInputs;
  /** JSON, or the path of a file. */
  events: string;
  detectChange: boolean;
  dryRun: boolean;
  undeliveredFile: string;
}

const LONGEST_TIMEOUT = 3600;
const MOST_ATTEMPTS = 20;

/** The names of the inputs whose values nobody may see. */
export const SECRET_INPUTS = ['api-key', 'token', 'password', 'client-secret'] as const;

/** @throws InvalidInputError */
export function readReportInputs(get: GetInput): ReportInputs {
  return {
    client: readClientInputs(get),
    event: {
      entityId: get('entity-id'),
      timestamp: get('timestamp'),
      status: get('status'),
      attributes: attributesOf(get),
      onCancelled: choiceOf(get, 'on-cancelled', ['skip', 'failed']),
      environmentMap: get('environment-map'),
      changeIdPattern: get('change-id-pattern'),
    },
    events: get('events'),
    detectChange: booleanOf(get, 'detect-change', true),
    dryRun: booleanOf(get, 'dry-run', false),
    undeliveredFile: get('undelivered-file'),
  };
}

/** Which service, who calls, how long it may take. @throws InvalidInputError */
export function readClientInputs(get: GetInput): ClientInputs {
  return {
    baseUrl: get('base-url'),
    authUrl: get('auth-url'),
    token: get('token'),
    username: get('username'),
    password: get('password'),
    clientId: get('client-id'),
    clientSecret: get('client-secret'),
    audience: get('audience'),
    apiKey: get('api-key'),
    budgetMs: numberOf(get, 'timeout', { least: 1, most: LONGEST_TIMEOUT, otherwise: 60 }) * 1000,
    maxAttempts: wholeNumberOf(get, 'max-attempts', { least: 1, most: MOST_ATTEMPTS, otherwise: 5 }),
  };
}

/** By itself, because it also decides what a problem with another input does. @throws InvalidInputError */
export function readFailOn(get: GetInput): FailOn {
  return choiceOf(get, 'fail-on', ['client-error', 'any', 'never']);
}

/** All attributes but `status`, which has rules of its own. */
function attributesOf(get: GetInput): EventInputs['attributes'] {
  const attributes: EventInputs['attributes'] = {};
  for (const name of ATTRIBUTES) {
    if (name === 'status') continue;
    const value = get(inputName(name));
    if (value !== '') attributes[name] = value;
  }
  return attributes;
}
