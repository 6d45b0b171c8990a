import { type Event, eventSchema } from '@milepost/shared';
import {
  describeErrors,
  inspectJson,
  inspectMembers,
  isObject,
  type JsonSize,
  knownNames,
  nearestName,
  parseTimestamp,
  quote,
  reportUnknownNames,
} from '@milepost/shared/validation';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Blueprint } from './blueprint.ts';
import { entityReference } from './entity-reference.ts';
import { compactJson, type RawEvent } from './raw-events.ts';
import type { ValidEvent } from './valid-event.ts';
import { type AttributesContext, validateAttributes } from './validate-attributes.ts';

/** What the events of one request share. */
export interface RequestContext extends AttributesContext {
  isEvent: ValidateFunction<Event>;
  builtIn: ReadonlyMap<string, Blueprint>;
  /** Blueprints of the account that the events name. */
  added: ReadonlyMap<string, Blueprint | undefined>;
  rawEvent(index: number): RawEvent | undefined;
}

type Attributes = Readonly<Record<string, unknown>>;

const eventNames = knownNames(eventSchema);
const NONE: Attributes = {};

/** Validates one element of `events`; undefined when it has errors, which it reports. */
export function validateEvent(
  request: RequestContext,
  event: unknown,
  index: number,
): ValidEvent | undefined {
  const { errors, isEvent, hasEscapes, unknownNames } = request;
  const path = `events[${index}]`;
  const reported = errors.list.length;
  const isSound = isEvent(event);
  if (!isSound) describeErrors(isEvent.errors, event, path, errors);
  if (!isObject(event)) return undefined;

  const hasUnknown = reportUnknownNames(event, path, eventNames, 'member', unknownNames);
  if (!isSound || hasUnknown || hasEscapes) inspectMembers(event, path, 'attributes', errors);
  const blueprint = findBlueprint(request, event['type'], `${path}.type`);
  const attributes = event['attributes'] ?? NONE;
  if (!isObject(attributes)) {
    inspectJson(attributes, `${path}.attributes`, errors);
    return undefined;
  }
  const size = validateAttributes(request, blueprint, attributes, `${path}.attributes`);

  // A full list takes nothing more, hence a question of its own.
  if (!isSound || !blueprint || errors.list.length > reported || errors.isFull()) return undefined;
  return toValidEvent(request, event, index, blueprint.id, attributes, size);
}

function findBlueprint(request: RequestContext, type: unknown, path: string): Blueprint | undefined {
  if (typeof type !== 'string') return undefined;
  const blueprint = request.builtIn.get(type) ?? request.added.get(type);
  if (blueprint === undefined) {
    const builtIn = [...request.builtIn.keys()];
    const why = { rule: 'event-type', nearest: nearestName(type, builtIn) };
    request.errors.add(path, unknownType(type, builtIn), why);
  }
  return blueprint;
}

function unknownType(type: string, builtIn: readonly string[]): string {
  const nearest = nearestName(type, builtIn);
  const hint = nearest === undefined ? '' : ` did you mean ${quote(nearest)}?`;
  return `unknown event type ${quote(type)};${hint} there are ${builtIn.join(', ')}, and the account's blueprints`;
}

function toValidEvent(
  request: RequestContext,
  event: Event,
  index: number,
  blueprintId: string,
  attributes: Attributes,
  size: JsonSize | undefined,
): ValidEvent {
  const { type, timestamp, entityId } = event;
  const { env, status } = attributes;
  return {
    get submittedText() {
      return request.rawEvent(index)?.text ?? '';
    },
    type,
    blueprintId,
    timestamp: timestamp === undefined ? undefined : parseTimestamp(timestamp),
    entityId,
    entity: entityId === undefined ? undefined : entityReference(entityId),
    attributes: attributesText(request, index, attributes, size),
    // An environment of blanks is none.
    env: (typeof env === 'string' && env.trim().toLowerCase()) || null,
    status: typeof status === 'string' ? status : null,
  };
}

/**
 * The text of attributes, as sent up to whitespace. JSON.stringify says it unless there are numbers or
 * integer-like names; then it is taken from the request. Where a name stands twice in the attributes, what
 * JSON.parse made of it is the text, since other readers might take the first: one of the two is lost, and
 * databases disagree about which.
 */
function attributesText(
  request: RequestContext,
  index: number,
  attributes: Attributes,
  size: JsonSize | undefined,
): string {
  if (size?.needsSource) {
    const source = request.rawEvent(index)?.attributes;
    const compact = source === undefined ? undefined : compactJson(source);
    if (compact?.members === size.members) return compact.text;
  }
  return JSON.stringify(attributes);
}
