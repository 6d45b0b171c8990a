import { createHash } from 'node:crypto';
import { MAX_EVENTS_PER_REQUEST } from '@milepost/shared';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import type { Identity } from '../auth/identity.ts';
import { WELL_KNOWN_ACCOUNT, WELL_KNOWN_USER } from '../auth/well-known.ts';
import { ingestEvents } from '../ingest/ingest-events.ts';
import type { Store } from '../store/store.ts';
import { checkCustomBlueprint } from '../validation/custom-blueprint.ts';
import { createEventValidator } from '../validation/validate-events.ts';
import type { SeedFile } from './seed.schema.ts';
import { SeedError } from './seed-error.ts';

export type Seed = SeedFile;

/** Namespace of the ids of seeded events (UUIDv5): the same seed makes the same events, and so only once. */
const NAMESPACE = 'a3d6f0f2-54a5-4b6c-9d3a-0b7c4d1e2f30';

/**
 * Plants a seed in the emulator's account: what is there already stays as it is, so that a restart with the
 * same seed changes nothing.
 *
 * @throws SeedError when a blueprint or an event would be refused by the API, too.
 */
export async function plantSeed(store: Store, seed: Seed, now: number): Promise<void> {
  const accountId = WELL_KNOWN_ACCOUNT.id;
  for (const { shortId, name, type, description, attributes } of seed.entities ?? []) {
    await store.createEntity({
      accountId,
      id: uuidv7(),
      shortId,
      name: name ?? shortId,
      type: type ?? 'application',
      description: description ?? null,
      attributes: JSON.stringify(attributes ?? {}),
      createdAt: now,
      updatedAt: now,
    });
  }
  for (const [index, { shortId, name, schema }] of (seed.blueprints ?? []).entries()) {
    const [problem] = await checkCustomBlueprint({ shortId, schema });
    if (problem) throw new SeedError(`--seed: blueprints[${index}].${problem.path} ${problem.msg}`);
    const record = { accountId, id: uuidv7(), shortId, name, schema: JSON.stringify(schema), createdAt: now };
    await store.createBlueprint(record);
  }
  await plantEvents(store, seed.events ?? [], now);
}

async function plantEvents(store: Store, events: NonNullable<Seed['events']>, now: number): Promise<void> {
  const validate = createEventValidator({ loose: false });
  const seedDigest = createHash('sha256').update(JSON.stringify(events)).digest('hex');
  for (let start = 0; start < events.length; start += MAX_EVENTS_PER_REQUEST) {
    const body = { events: events.slice(start, start + MAX_EVENTS_PER_REQUEST) };
    const find = (shortId: string) => store.findBlueprint(WELL_KNOWN_ACCOUNT.id, shortId);
    const checked = await validate(body, JSON.stringify(body), find);
    const [problem] = checked.errors;
    if (problem) throw new SeedError(`--seed: ${inSeed(problem.path, start)} ${problem.msg}`);
    const newId = (index: number) => uuidv5(`${seedDigest} ${start + index}`, NAMESPACE);
    // A batch is stored whole or not at all, so its first event tells of all of it.
    if (await store.getEvent(WELL_KNOWN_ACCOUNT.id, newId(0))) continue;
    const outcome = await ingestEvents(store, SEEDER, checked.events, {
      entityErrors: 'reject',
      autoEntities: false,
      now,
      idempotency: undefined,
      newId,
    });
    if (outcome.state === 'rejected') {
      const [error] = outcome.errors;
      throw new SeedError(`--seed: ${inSeed(error?.path ?? '', start)} ${error?.msg}`);
    }
  }
}

/** Paths count from the batch; the file's reader counts from its first event. */
function inSeed(path: string, start: number): string {
  return path.replace(/^events\[(\d+)\]/, (_match, index: string) => `events[${start + Number(index)}]`);
}

const SEEDER: Identity = {
  kind: 'user',
  id: WELL_KNOWN_USER.id,
  accountId: WELL_KNOWN_ACCOUNT.id,
  entityIds: null,
  rateLimits: { minute: null, hour: null },
  sender: { kind: 'user', id: WELL_KNOWN_USER.id },
};
