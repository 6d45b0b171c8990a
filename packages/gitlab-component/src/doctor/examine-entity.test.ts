import { checkSettings, openTransport } from '@milepost/shared/client';
import { expect, test } from 'vitest';
import { reply, type Script, startScripted } from '../../../shared/src/client/scripted-server.fixture.ts';
import { examineEntity } from './examine-entity.ts';

const checkout = {
  id: 'E0000000-0000-4000-8000-000000000011',
  shortId: 'checkout',
  name: 'Checkout',
  type: 'application',
};
const many = Array.from({ length: 7 }, (_, n) => ({ shortId: `service-number-${n}` }));
const page = (items: unknown[], hasNextPage = false) => ({ items, pageInfo: { hasNextPage } });
const NOT_TOLD = 'the service does not show entities; only sending tells whether the entity exists';

/** Answers `/entities/{id}` and `/entities`. */
function service(single: [number, unknown], list: [number, unknown] = [404, {}]): Script {
  return ({ url }, res) => reply(res, ...(url.startsWith('/api/entities?') ? list : single));
}

test.each([
  ['is there', service([200, checkout]), 'checkout', 'ok', 'the entity is Checkout (application)'],
  [
    'is there, by its UUID in other letters',
    service([200, checkout]),
    checkout.id.toLowerCase(),
    'ok',
    'the entity is Checkout (application)',
  ],
  [
    'is in the list of a service without a route for one',
    service([404, {}], [200, [checkout]]),
    'checkout',
    'ok',
    'the entity is Checkout (application)',
  ],
  [
    'is not in the whole list',
    service([404, {}], [200, page([checkout])]),
    'nope',
    'failed',
    "there is no entity 'nope'",
  ],
  [
    'is not in the beginning of a list',
    service([404, {}], [200, page([checkout], true)]),
    'nope',
    'skipped',
    NOT_TOLD,
  ],
  ['is not in a list that may go on', service([404, {}], [200, [checkout]]), 'nope', 'skipped', NOT_TOLD],
  [
    'is said not to exist',
    service([404, { message: "Entity 'nope' not found" }], [401, {}]),
    'nope',
    'failed',
    "there is no entity 'nope'",
  ],
  [
    'is asked for where there is no such route',
    service([404, { message: 'Cannot GET /api/entities/my-entity' }]),
    'my-entity',
    'skipped',
    NOT_TOLD,
  ],
  [
    'may not be seen with this credential',
    service([401, { message: 'bearer only' }]),
    'checkout',
    'skipped',
    NOT_TOLD,
  ],
  ['is a page for people', service([200, '<html>'], [200, '<html>']), 'checkout', 'skipped', NOT_TOLD],
  ['is another one', service([200, { id: 'x', shortId: 'other' }]), 'checkout', 'skipped', NOT_TOLD],
  [
    'cannot be asked for now',
    service([429, {}]),
    'checkout',
    'skipped',
    'the rate limit is used up; only sending tells whether the entity exists',
  ],
] as const)('an entity that %s', async (_, script, id, state, found) => {
  await using server = await startScripted(script);
  expect(await examined(server.url, id)).toMatchObject({ state, found });
  expect(server.asked.map(({ headers }) => headers['x-api-key'])).toEqual(server.asked.map(() => 'k'));
});

test.each([
  ['chekcout', [checkout, ...many], "Did you mean 'checkout'? Give it by --entity-id."],
  ['zzz', [checkout], "Create it, or give another one by --entity-id; there are 'checkout'."],
  ['zzz', many, /there are 'service-number-0', .*'service-number-4', …\.$/],
  ['zzz', [], 'Create it, or give another one by --entity-id.'],
])('instead of %s', async (id, entities, remedy) => {
  await using server = await startScripted(service([404, {}], [200, page(entities)]));
  const { remedy: said } = await examined(server.url, id);
  if (typeof remedy === 'string') expect(said).toBe(remedy);
  else expect(said).toMatch(remedy);
});

test('an id is asked for as it is', async () => {
  await using server = await startScripted(service([404, {}]));
  await examined(server.url, 'a/../b?c');
  expect(server.asked[0]?.url).toBe('/api/entities/a%2F..%2Fb%3Fc');
});

async function examined(url: string, id: string) {
  const transport = openTransport({}, undefined);
  const settings = checkSettings({ baseUrl: `${url}/api`, credentials: { kind: 'api-key', apiKey: 'k' } });
  try {
    return await examineEntity(id, settings, transport, { 'x-api-key': 'k' }, (text) => text);
  } finally {
    transport.close();
  }
}
