import { WELL_KNOWN_ACCOUNT } from '../../src/auth/well-known.ts';
import type { CommitRecord } from '../../src/store/repo-port.ts';
import type { NewEvent, Store } from '../../src/store/store.ts';
import { generate } from './generate.ts';
import { type Landing, landingsOf } from './history.ts';
import { createInFlight } from './in-flight.ts';
import type { NextDay } from './next-day.ts';
import type { World } from './world.ts';

/** The server's own account, so that its well-known key reads what is here. */
const accountId = WELL_KNOWN_ACCOUNT.id;
const EVENTS_AT_ONCE = 2048;
const COMMITS_AT_ONCE = 1000;
/** Enough that the next batch is made while one is written. */
const BATCHES_IN_FLIGHT = 3;
const RECORDS_IN_FLIGHT = 16;

/** What was generated and stored. */
export interface Filled {
  events: number;
  commits: number;
  /** How many of each kind, incidents among them. */
  kinds: Record<string, number>;
}

/** Stores a whole world in an empty store. Tells after each batch of events how many there are. */
export async function fillStore(
  store: Store,
  world: World,
  onProgress: (events: number) => void,
): Promise<Filled> {
  await store.ensureAccount({ ...WELL_KNOWN_ACCOUNT, createdAt: world.rhythm.instantOf(0) });
  await addEntitiesAndRepos(store, world);
  const commits = await addHistories(store, world);
  const { events, kinds } = await addHappenings(store, world, onProgress);
  await checkCounts(store, { events, incidents: kinds['incident'] ?? 0 });
  return { events, commits, kinds };
}

/** Stores the next day of a world that was stored. */
export async function addDay(store: Store, { commits, events, incidents }: NextDay): Promise<void> {
  for (const [repoId, all] of commits) await store.addCommits(accountId, repoId, all);
  await append(store, events);
  for (const incident of incidents) await store.createIncident(incident);
}

async function addEntitiesAndRepos(store: Store, { entities, repos, rhythm }: World): Promise<void> {
  const work = createInFlight(RECORDS_IN_FLIGHT);
  const createdAt = rhythm.instantOf(0);
  for (const { id, shortId } of entities) {
    const text = { shortId, name: shortId, type: 'service', description: null, attributes: '{}' } as const;
    await work.add(async () => {
      const state = await store.createEntity({ accountId, id, ...text, createdAt, updatedAt: createdAt });
      if (state !== 'created') throw new Error(`${shortId} is there already: the store is not empty`);
    });
  }
  for (const { id, name, entityIds } of repos) {
    const origin = { kind: 'connected', url: null, path: null, readAt: null, readError: null } as const;
    await work.add(
      async () => void (await store.createRepo({ accountId, id, name, entityIds, createdAt, ...origin })),
    );
  }
  await work.drain();
}

async function addHistories(store: Store, { repos, rhythm }: World): Promise<number> {
  // Several repositories at once, but one call each: calls of the same one would have to be tried again.
  const work = createInFlight(BATCHES_IN_FLIGHT);
  let added = 0;
  for (const repo of repos) {
    await work.add(async () => {
      for (const commits of inBatches(landingsOf(repo, rhythm))) {
        const outcome = await store.addCommits(accountId, repo.id, commits);
        if (outcome?.accepted !== commits.length)
          throw new Error(`${repo.name} had some of its commits before`);
        added += commits.length;
      }
    });
  }
  await work.drain();
  return added;
}

function* inBatches(landings: Iterable<Landing>): Generator<CommitRecord[], void> {
  let batch: CommitRecord[] = [];
  for (const { commits } of landings) {
    if (batch.length + commits.length > COMMITS_AT_ONCE) {
      yield batch;
      batch = [];
    }
    batch.push(...commits);
  }
  yield batch;
}

async function addHappenings(store: Store, world: World, onProgress: (events: number) => void) {
  const work = createInFlight(BATCHES_IN_FLIGHT);
  const records = createInFlight(RECORDS_IN_FLIGHT);
  const kinds: Record<string, number> = {};
  let events = 0;
  let waiting: NewEvent[] = [];
  const send = async () => {
    const batch = waiting;
    waiting = [];
    await work.add(() => append(store, batch));
    events += batch.length;
    onProgress(events);
  };
  for (const happening of generate(world, accountId)) {
    kinds[happening.kind] = (kinds[happening.kind] ?? 0) + 1;
    if (happening.kind === 'incident') {
      const { incident } = happening;
      await records.add(async () => void (await store.createIncident(incident)));
    } else if (waiting.push(happening.event) === EVENTS_AT_ONCE) await send();
  }
  await send();
  await Promise.all([work.drain(), records.drain()]);
  return { events, kinds };
}

async function append(store: Store, events: readonly NewEvent[]): Promise<void> {
  const { state } = await store.appendEvents({ accountId, events });
  if (state !== 'stored') throw new Error(`a batch of events ended as ${state}`);
}

/** The benchmark is worth nothing when the store does not hold what was made. */
async function checkCounts(store: Store, made: { events: number; incidents: number }): Promise<void> {
  const page = { accountId, limit: 1, offset: 0 };
  const [events, incidents] = await Promise.all([store.listEvents(page), store.listIncidents(page)]);
  if (events.itemCount !== made.events || incidents.itemCount !== made.incidents) {
    const held = `${events.itemCount} events and ${incidents.itemCount} incidents`;
    throw new Error(`${made.events} events and ${made.incidents} incidents were made, the store has ${held}`);
  }
}
