import { type Event, eventSchema, sendEventsRequestSchema } from '@milepost/shared';
import {
  createProblems,
  describeErrors,
  inspectMembers,
  isObject,
  isShortId,
  knownNames,
  reportUnknownNames,
} from '@milepost/shared/validation';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { type Blueprint, createWorkBudget } from './blueprint.ts';
import { createBlueprintCache, type StoredBlueprint } from './blueprint-cache.ts';
import { compileBuiltInBlueprints } from './built-in-blueprints.ts';
import { createAjv } from './create-ajv.ts';
import { type RawEvent, rawEvents } from './raw-events.ts';
import type { Validation, ValidEvent } from './valid-event.ts';
import { validateEvent } from './validate-event.ts';

export type { Validation, ValidEvent } from './valid-event.ts';

/** Finds a blueprint that the account added. */
export type FindBlueprint = (shortId: string) => Promise<StoredBlueprint | undefined>;

/**
 * Validates the body of POST /events (contract, section 2). `body` is what `text` was parsed to: an object
 * with no more than 15 events, as the caller has seen to, since those are other answers.
 */
export type ValidateEvents = (
  body: unknown,
  text: string,
  findBlueprint: FindBlueprint,
) => Promise<Validation>;

interface Checks {
  isRequest: ValidateFunction<{ events: unknown[] }>;
  isEvent: ValidateFunction<Event>;
  builtIn: ReadonlyMap<string, Blueprint>;
}

const bodyNames = knownNames(sendEventsRequestSchema);

/** Makes the validator. ajv is loaded, and the schemas are compiled, by the first call. */
export function createEventValidator({ loose }: { loose: boolean }): ValidateEvents {
  let loading: Promise<Checks> | undefined;
  const compileStored = createBlueprintCache();

  return async (body, text, findBlueprint) => {
    loading ??= compileChecks();
    const { isRequest, isEvent, builtIn } = await loading;
    const errors = createProblems();
    const loosened = createProblems();
    const unknownNames = loose ? loosened : errors;
    // Only an escape brings U+0000 or half a surrogate pair into JSON.
    const hasEscapes = text.includes('\\u');
    const rawEvent = scanOnce(text);
    const refused: Validation = {
      events: [],
      errors: errors.list,
      causes: errors.causes,
      loosened: loosened.list,
      loosenedCauses: loosened.causes,
    };

    if (isObject(body) && reportUnknownNames(body, '', bodyNames, 'member', unknownNames)) {
      inspectMembers(body, '', 'events', errors);
    }
    if (!isRequest(body)) {
      describeErrors(isRequest.errors, body, '', errors);
      return refused;
    }

    const added = await findAdded(body.events, builtIn, async (shortId) => {
      const stored = await findBlueprint(shortId);
      return stored && compileStored(stored);
    });
    const budget = createWorkBudget();
    const request = { isEvent, builtIn, added, hasEscapes, errors, unknownNames, budget, rawEvent };
    const events: ValidEvent[] = [];
    for (let index = 0; index < body.events.length && !errors.isFull(); index += 1) {
      const event = validateEvent(request, body.events[index], index);
      if (event !== undefined) events.push(event);
    }
    return errors.list.length > 0 ? refused : { ...refused, events };
  };
}

async function compileChecks(): Promise<Checks> {
  const ajv = await createAjv();
  const { events } = sendEventsRequestSchema.properties;
  return {
    // Without their closed doors: unknown names are found by hand.
    isRequest: ajv.compile<{ events: unknown[] }>({
      ...sendEventsRequestSchema,
      additionalProperties: true,
      properties: { events: { ...events, items: true } },
    }),
    isEvent: ajv.compile<Event>({ ...eventSchema, additionalProperties: true }),
    builtIn: compileBuiltInBlueprints(ajv),
  };
}

/** The blueprints that the events name and that are not built in, each asked for once. */
async function findAdded(
  events: readonly unknown[],
  builtIn: ReadonlyMap<string, Blueprint>,
  find: (shortId: string) => Promise<Blueprint | undefined>,
): Promise<ReadonlyMap<string, Blueprint | undefined>> {
  const found = new Map<string, Blueprint | undefined>();
  for (const event of events) {
    const type = isObject(event) ? event['type'] : undefined;
    if (typeof type !== 'string' || builtIn.has(type) || found.has(type) || !isShortId(type)) continue;
    found.set(type, await find(type));
  }
  return found;
}

/** Most requests never need their text again. */
function scanOnce(text: string): (index: number) => RawEvent | undefined {
  let scanned: RawEvent[] | undefined;
  return (index) => {
    scanned ??= rawEvents(text);
    return scanned[index];
  };
}
