import {
  type GivenEvent,
  InvalidInputError,
  isOfThisRun,
  missingFields,
  parseEvents,
} from '@milepost/shared/ci';
import {
  type Prepared,
  prepareEvents,
  type ReportInputs,
  type ReportLog,
  readEvents,
} from '@milepost/shared/report';
import type { Machine } from '../machine.ts';
import { nameFlag } from '../name-flag.ts';
import type { Deployment } from './ci.ts';

/**
 * Makes the events of one deployment or several.
 *
 * @throws InvalidInputError
 */
export async function prepareDeployments(
  deployments: readonly Deployment[],
  inputs: ReportInputs,
  machine: Machine,
  log: ReportLog,
): Promise<Prepared | { skip: string }> {
  const given = await givenEvents(inputs.events, machine);
  if (deployments.length > 1 && given?.some(isOfThisRun)) {
    throw new InvalidInputError(
      'events',
      `cannot be completed from ${deployments.length} recorded jobs; give each event a timestamp, or record only one`,
    );
  }
  const now = machine.now();
  const all: (Prepared | { skip: string })[] = [];
  for (const { context, entityId, lookUp } of given ? deployments.slice(0, 1) : deployments) {
    const event = { ...inputs.event, ...(entityId !== undefined && { entityId }) };
    const prepared = await prepareEvents({
      inputs: event,
      given,
      context,
      now,
      // It is never the reason that a deployment is not reported.
      lookUp: (one) =>
        lookUp(one).catch((error: unknown) => {
          log.warning(
            `The change cannot be looked up: ${error instanceof Error ? error.message : String(error)}`,
          );
          return undefined;
        }),
      nameInput: nameFlag,
    });
    if (entityId !== undefined && 'sources' in prepared)
      prepared.sources.entityId = 'record:MILEPOST_ENTITY_ID';
    all.push(prepared);
  }
  return joined(all);
}

async function givenEvents(events: string, { stdin, cwd }: Machine): Promise<GivenEvent[] | undefined> {
  if (events !== '-') return await readEvents(events, cwd);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stdin) chunks.push(chunk);
  } catch (cause) {
    throw new InvalidInputError('events', 'standard input was not read to its end', { cause });
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text.trim() === '') throw new InvalidInputError('events', 'standard input is empty');
  return parseEvents(text);
}

/** One report of all; of those that report nothing a note tells. */
function joined(all: readonly (Prepared | { skip: string })[]): Prepared | { skip: string } {
  const [first] = all;
  if (first && all.length === 1) return first;
  const prepared = all.filter((one) => 'events' in one);
  const skipped = all.flatMap((one) => ('skip' in one ? [one.skip] : []));
  if (prepared.length === 0) return { skip: [...new Set(skipped)].join(' ') };
  const events = prepared.flatMap((one) => one.events);
  return {
    events,
    sources: prepared.length === 1 ? (prepared[0]?.sources ?? {}) : {},
    missing: missingFields(events, nameFlag),
    gaps: prepared.flatMap(({ gaps }) => gaps),
    notes: [...prepared.flatMap(({ notes }) => notes), ...skipped],
  };
}
