import { expect, it } from 'vitest';
import { plantSeed } from './plant-seed.ts';
import { ACCOUNT, contentsOf, deploy, NOW, openAccounts, SHA } from './planted-seed.fixture.ts';
import type { Seed } from './seed.schema.ts';
import { SeedError } from './seed-error.ts';

const mistakes = [
  ['entities[1].shortId', "'web' is that of entities[0] already", 'repeated'],
  ['blueprints[0].schema.requird', "unknown keyword 'requird'; did you mean 'required'?", 'unknown-keyword'],
  ['blueprints[1].shortId', "'event-deploy' is built in; choose another", 'short-id-taken'],
  [
    'blueprints[1].schema.type',
    'must describe an object, since attributes are one: {"type": "object", …}',
    'schema-type',
  ],
  ['repos[0].entityIds[1]', "Entity 'nowhere' not found", 'entity'],
  ['repos[0].path', 'must not come with a url: give one of the two', 'location'],
  ['repos[0].commits[0].authoredAt', 'must exist in the calendar', 'date-time'],
  ['incidents[1].externalIncidentNumber', "'s 1' is that of incidents[0] already", 'repeated'],
  ['incidents[0].affectedEntityIds[0]', "Entity 'nowhere' not found", 'entity'],
  ['events[1].attributes.Env', "unknown attribute 'Env'; did you mean 'env'?", 'unknown-attribute'],
  ['events[3].entityId', "Entity 'nowhere' not found", 'entity'],
  ['events[4].attributes.build_id', 'must be a string, not 17; put it in quotes', 'type'],
] as const;

async function mistakesIn(planting: Promise<void>): Promise<SeedError> {
  const error = await planting.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof SeedError) return error;
  throw new Error(`refused with ${String(error)}`);
}

it('plants nothing of a seed that has mistakes, and names all of them', async () => {
  const store = await openAccounts();
  const wrong: Seed = {
    entities: [{ shortId: 'web' }, { shortId: 'web' }],
    blueprints: [
      { shortId: 'audit', name: 'Audit', schema: { type: 'object', requird: [] } },
      { shortId: 'event-deploy', name: 'Mine', schema: {} },
    ],
    repos: [
      {
        name: 'shop',
        entityIds: ['web', 'nowhere'],
        url: 'https://git.example.com/shop',
        path: '/srv/shop',
        commits: [{ sha: SHA, authoredAt: '2026-02-30T00:00:00Z' }],
      },
    ],
    incidents: [
      { title: 'a', externalSystem: 's', externalIncidentNumber: '1', affectedEntityIds: ['nowhere'] },
      { title: 'b', externalSystem: 's', externalIncidentNumber: '1' },
    ],
    events: [
      deploy,
      { type: 'event-deploy', attributes: { Env: 'x' } },
      { type: 'audit' },
      { type: 'event-deploy', entityId: 'nowhere' },
      { type: 'event-deploy', attributes: { build_id: 17 } },
    ],
  };
  const before = await contentsOf(store, ACCOUNT);
  const { problems, causes, message } = await mistakesIn(
    plantSeed(store, wrong, { accountId: ACCOUNT, now: NOW }),
  );
  expect(problems.map(({ path, msg }, index) => [path, msg, causes[index]?.rule])).toEqual(mistakes);
  expect(causes.map(({ path }) => path)).toEqual(
    mistakes.map(([path]) => `/${path.replaceAll(/\[(\d+)\]/g, '/$1').replaceAll('.', '/')}`),
  );
  expect(message).toBe("seed: entities[1].shortId 'web' is that of entities[0] already (and 11 more)");
  expect(await contentsOf(store, ACCOUNT)).toEqual(before);
});

it('names a hundred mistakes at most', async () => {
  const store = await openAccounts();
  const events = Array.from({ length: 500 }, () => ({ ...deploy, entityId: 'nowhere' }));
  const { problems } = await mistakesIn(plantSeed(store, { events }, { accountId: ACCOUNT, now: NOW }));
  expect(problems).toHaveLength(100);
});
