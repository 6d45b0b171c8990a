import type { Identity } from '../auth/identity.ts';
import { startingUserId } from '../auth/starting-contents.ts';
import { ingestEvents } from '../ingest/ingest-events.ts';
import type { NewEvent, Store } from '../store/store.ts';
import { createEventValidator, type ValidateEvents } from '../validation/validate-events.ts';
import { contentIds } from './content-ids.ts';
import { type Findings, reportAll } from './report-all.ts';
import type { SeedSection } from './seed.schema.ts';
import type { DraftContext, SeededAccount } from './seed-draft.ts';

/** Look-ups that are under way at a time. */
const AT_ONCE = 100;

let validate: ValidateEvents | undefined;

/** The events of a seed that the account does not have yet, by the rules of POST /events. */
export async function draftEvents(
  context: DraftContext,
  account: SeededAccount,
  events: SeedSection<'events'>,
): Promise<NewEvent[]> {
  const { store, accountId, problems } = context;
  const drafted: NewEvent[] = [];
  const draftStore = {
    ...store,
    findEntities: account.findEntities,
    appendEvents: async (batch) => {
      drafted.push(...batch.events);
      return { state: 'stored' };
    },
  } satisfies Store;
  const ids = contentIds('events', events);
  for (const [index, event] of events.entries()) {
    if (problems.isFull()) break;
    const found = await draftEvent({ ...context, store: draftStore }, account, event, ids[index] ?? '');
    reportAll(found, problems, {
      path: (inside) => inside.replace('events[0]', `events[${index}]`),
      pointer: (inside) => inside.replace('/events/0', `/events/${index}`),
    });
  }
  if (problems.list.length > 0) return [];
  return missing(store, accountId, drafted);
}

/** One by one, so that each is told all that is wrong with it. */
async function draftEvent(
  { store, accountId, now }: DraftContext,
  { findBlueprint }: SeededAccount,
  event: SeedSection<'events'>[number],
  id: string,
): Promise<Findings> {
  validate ??= createEventValidator({ loose: false });
  const body = { events: [event] };
  const checked = await validate(body, JSON.stringify(body), (shortId) => findBlueprint(accountId, shortId));
  if (checked.errors.length > 0) return { list: checked.errors, causes: checked.causes };
  const outcome = await ingestEvents(store, seederOf(accountId), checked.events, {
    entityErrors: 'reject',
    autoEntities: false,
    now,
    idempotency: undefined,
    newId: () => id,
  });
  if (outcome.state !== 'rejected') return { list: [], causes: [] };
  return { list: outcome.errors, causes: outcome.refusals };
}

/** Whoever plants it: the same seed makes the same events. */
function seederOf(accountId: string): Identity {
  const sender = { kind: 'user', id: startingUserId(accountId) } as const;
  return { ...sender, accountId, entityIds: null, rateLimits: { minute: null, hour: null }, sender };
}

async function missing(
  store: Pick<Store, 'getEvent'>,
  accountId: string,
  events: readonly NewEvent[],
): Promise<NewEvent[]> {
  const isNew: boolean[] = [];
  for (let start = 0; start < events.length; start += AT_ONCE) {
    const some = events.slice(start, start + AT_ONCE);
    const found = await Promise.all(some.map(({ id }) => store.getEvent(accountId, id)));
    isNew.push(...found.map((event) => event === undefined));
  }
  return events.filter((_event, index) => isNew[index]);
}
