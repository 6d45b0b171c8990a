import { type BuiltEvent, buildEvent, type EventInputs } from '../ci/build-event.ts';
import { completeEvents, type GivenEvent, isOfThisRun } from '../ci/complete-events.ts';
import type { CiContext, Fact } from '../ci/context.ts';
import { mapEnvironment } from '../ci/environment-map.ts';
import { type EventField, fieldOf, missingFields } from '../ci/event-fields.ts';
import type { Found } from '../ci/found.ts';
import type { Event } from '../event/event.ts';
import type { NameInput, Prepared } from './report.ts';

/** What the events of a run are made of. */
export interface Material {
  inputs: EventInputs;
  /** Events that the user gives; undefined when the run makes its own. */
  given: readonly GivenEvent[] | undefined;
  context: CiContext;
  /** When the wrapper of the deployment began, if there is one. */
  startedAt?: Fact | undefined;
  /** Milliseconds since 1970. */
  now: number;
  /** Asks the API of the CI system for what an event lacks; undefined when there is nothing to ask, or nobody. */
  lookUp(event: Event): Promise<Found | undefined>;
  nameInput: NameInput;
}

/**
 * Makes the events of a run. What can be refused without asking anybody is refused first; the API is asked only for
 * what is still missing then.
 *
 * @throws InvalidInputError
 */
export async function prepareEvents(material: Material): Promise<Prepared | { skip: string }> {
  const { inputs, given, context, lookUp, nameInput } = material;
  // Events of another time, or type, need nothing of this run, and are sent even when it reports nothing itself.
  const others = given?.filter((event) => !isOfThisRun(event)) ?? [];
  // Without what a commit's message says: the API knows better.
  const sure = build({ ...material, context: { ...context, fallbacks: {} } });
  if (sure.kind === 'skip') {
    return others.length === 0
      ? { skip: sure.reason }
      : preparedOf(completeEvents(others), nameInput, [`Of this run: ${sure.reason}`]);
  }
  if (given && others.length === given.length) return preparedOf(completeEvents(others), nameInput);

  const found = await lookUp(sure.event);
  const built = build(material, found);
  if (built.kind === 'skip') return { skip: built.reason };
  const rename = (env: string) => mapEnvironment(inputs.environmentMap, env).name;
  const completed = given ? completeEvents(given, { ...built, rename }) : [built];
  const gaps = (found?.gaps ?? []).flatMap(({ fields, reason }) => {
    // What a commit's message, or an input, has told in the end is no gap.
    const unknown = fields.filter((field) =>
      completed.some(({ event }) => fieldOf(event, field) === undefined),
    );
    return unknown.length === 0 ? [] : [{ fields: unknown, reason }];
  });
  return { ...preparedOf(completed, nameInput, built.notes), gaps };
}

function preparedOf(
  completed: readonly { event: Event; sources: Partial<Record<EventField, string>> }[],
  nameInput: NameInput,
  notes: string[] = [],
): Prepared {
  const events = completed.map(({ event }) => event);
  const missing = missingFields(events, nameInput);
  return { events, sources: completed[0]?.sources ?? {}, missing, gaps: [], notes };
}

function build({ inputs, context, startedAt, now }: Material, found?: Found | undefined): BuiltEvent {
  const texts = [...(found?.changeTexts ?? []), ...context.changeTexts];
  return buildEvent({ ...context, changeTexts: texts }, { ...inputs, startedAt }, now, found?.facts);
}
