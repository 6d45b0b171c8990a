import { blueprints } from '../event/blueprints.ts';
import { deployAttributesSchema } from '../event/deploy-attributes.ts';
import type { ValidationError } from '../event/errors.ts';
import { eventSchema } from '../event/event.ts';
import { describeErrors, type SchemaError } from './describe-error.ts';
import { inspectJson } from './inspect-json.ts';
import { isObject } from './is-object.ts';
import { inspectMembers, knownNames, reportUnknownNames } from './known-names.ts';
import { createProblems, type Problems } from './problems.ts';
import * as generated from './validators.generated.ts';

/** A compiled schema; `errors` are those of the last value. */
interface Check {
  (value: unknown): boolean;
  errors?: SchemaError[] | null;
}

const isEvent: Check = generated.isEvent;
const isDeployAttributes: Check = generated.isDeployAttributes;
const eventNames = knownNames(eventSchema);
const deployNames = knownNames(deployAttributesSchema);
const builtIn = new Set<string>(blueprints.map(({ shortId }) => shortId));

/** What an offline check found. */
export interface OfflineValidation {
  /** What the service would refuse, in its words; at most 100. */
  errors: ValidationError[];
  /** Types whose blueprint only the service can know; of their attributes only what holds for all is checked. */
  unchecked: string[];
}

/**
 * Validates events as the strict service does (contract, section 2), without it. Any number of them.
 *
 * @param events as JSON.parse gives them.
 */
export function validateEvents(events: readonly unknown[]): OfflineValidation {
  const problems = createProblems();
  const unchecked = new Set<string>();
  for (const [index, event] of events.entries()) {
    if (problems.isFull()) break;
    const type = validateEvent(event, `events[${index}]`, problems);
    if (type !== undefined && !builtIn.has(type)) unchecked.add(type);
  }
  return { errors: problems.list, unchecked: [...unchecked] };
}

/** Answers the type, if there is one. */
function validateEvent(event: unknown, path: string, problems: Problems): string | undefined {
  if (!isEvent(event)) describeErrors(isEvent.errors, event, path, problems);
  if (!isObject(event)) return undefined;
  reportUnknownNames(event, path, eventNames, 'member', problems);
  inspectMembers(event, path, 'attributes', problems);
  const { type, attributes } = event;
  if (type === 'event-deploy' && isObject(attributes))
    validateDeployment(attributes, `${path}.attributes`, problems);
  else if (attributes !== undefined) inspectJson(attributes, `${path}.attributes`, problems);
  return typeof type === 'string' ? type : undefined;
}

function validateDeployment(
  attributes: Readonly<Record<string, unknown>>,
  path: string,
  problems: Problems,
): void {
  reportUnknownNames(attributes, path, deployNames, 'attribute', problems);
  if (!isDeployAttributes(attributes)) describeErrors(isDeployAttributes.errors, attributes, path, problems);
  inspectJson(attributes, path, problems);
}
