import { type DeployAttributes, deployAttributesSchema } from '@milepost/shared';
import { type EventInputs, InvalidInputError, inputName } from '@milepost/shared/ci';
import type { ClientInputs } from '@milepost/shared/client';

/** Which problems fail the step. */
export type FailOn = 'client-error' | 'any' | 'never';

/** All inputs of the Action, read and checked; a text that was not given is empty. */
export interface Inputs {
  client: ClientInputs;
  event: EventInputs;
  /** What only an expression in action.yml can know. */
  job: { jobStatus: string; matrix: string; checkRunId: string };
  /** JSON, or the path of a file. */
  events: string;
  githubToken: string;
  detectChange: boolean;
  reportAt: 'now' | 'job-end';
  dryRun: boolean;
  undeliveredFile: string;
}

/** Answers an input's text, without surrounding white space; empty when it was not given. */
export type GetInput = (name: string) => string;

const LONGEST_TIMEOUT = 3600;
const MOST_ATTEMPTS = 20;

/** @throws InvalidInputError */
export function readInputs(get: GetInput): Inputs {
  return {
    client: {
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
    },
    event: {
      entityId: get('entity-id'),
      timestamp: get('timestamp'),
      status: get('status'),
      attributes: attributesOf(get),
      onCancelled: choiceOf(get, 'on-cancelled', ['skip', 'failed']),
      environmentMap: get('environment-map'),
      changeIdPattern: get('change-id-pattern'),
    },
    job: { jobStatus: get('job-status'), matrix: get('matrix'), checkRunId: get('check-run-id') },
    events: get('events'),
    githubToken: get('github-token'),
    detectChange: booleanOf(get, 'detect-change', true),
    reportAt: readReportAt(get),
    dryRun: booleanOf(get, 'dry-run', false),
    undeliveredFile: get('undelivered-file'),
  };
}

/** By itself, because it also decides what a problem with another input does. @throws InvalidInputError */
export function readFailOn(get: GetInput): FailOn {
  return choiceOf(get, 'fail-on', ['client-error', 'any', 'never']);
}

/** By itself, because it says in which of its two steps the Action works. @throws InvalidInputError */
export function readReportAt(get: GetInput): Inputs['reportAt'] {
  return choiceOf(get, 'report-at', ['now', 'job-end']);
}

/** The names of the inputs whose values nobody may see. */
export const SECRET_INPUTS = ['api-key', 'token', 'password', 'client-secret', 'github-token'] as const;

function attributesOf(get: GetInput): EventInputs['attributes'] {
  const attributes: Partial<Record<keyof DeployAttributes, string>> = {};
  for (const name of ATTRIBUTES) {
    const value = get(inputName(name));
    if (value !== '') attributes[name] = value;
  }
  return attributes;
}

/** All of them but `status`, which has rules of its own. */
const ATTRIBUTES = attributeNames(deployAttributesSchema.properties);

function attributeNames(properties: Record<keyof DeployAttributes, unknown>): (keyof DeployAttributes)[] {
  const names: (keyof DeployAttributes)[] = [];
  for (const name in properties) {
    if (isAttribute(name, properties) && name !== 'status') names.push(name);
  }
  return names;
}

function isAttribute(name: string, properties: object): name is keyof DeployAttributes {
  return Object.hasOwn(properties, name);
}

/** The first choice is the one when nothing is given. */
function choiceOf<const T extends string>(get: GetInput, name: string, choices: readonly [T, ...T[]]): T {
  const text = get(name);
  if (text === '') return choices[0];
  const choice = choices.find((one) => one === text);
  if (choice === undefined) {
    throw new InvalidInputError(name, `'${text}' is not an allowed value; allowed: ${choices.join(', ')}`);
  }
  return choice;
}

function booleanOf(get: GetInput, name: string, otherwise: boolean): boolean {
  const text = get(name).toLowerCase();
  if (text === '') return otherwise;
  if (text !== 'true' && text !== 'false') {
    throw new InvalidInputError(name, `'${get(name)}' is not an allowed value; allowed: true, false`);
  }
  return text === 'true';
}

interface Range {
  least: number;
  most: number;
  otherwise: number;
}

function numberOf(get: GetInput, name: string, { least, most, otherwise }: Range): number {
  const text = get(name);
  if (text === '') return otherwise;
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most)) {
    throw new InvalidInputError(name, `'${text}' is not valid; must be a number from ${least} to ${most}`);
  }
  return number;
}

function wholeNumberOf(get: GetInput, name: string, range: Range): number {
  const number = numberOf(get, name, range);
  if (!Number.isInteger(number)) {
    throw new InvalidInputError(name, `'${get(name)}' is not valid; must be a whole number`);
  }
  return number;
}
