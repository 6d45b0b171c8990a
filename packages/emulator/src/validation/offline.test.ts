import { blueprints, deployAttributesSchema, type ValidationError } from '@milepost/shared';
import { MAX_PROBLEMS, validateEvents } from '@milepost/shared/validation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validate } from './validate-events.fixture.ts';

/** Clients check offline what this service would say: the two must never differ, in order either. */
async function errorsOfBoth(events: readonly unknown[]): Promise<ValidationError[]> {
  const { errors } = await validate(JSON.stringify({ events }));
  expect(validateEvents(events)).toEqual({ errors, unchecked: [] });
  return errors;
}

const deploy = (members: object) => ({ type: 'event-deploy', ...members });
const build = (members: object) => ({ type: 'event-build', ...members });
const shortIds = blueprints.map(({ shortId }) => shortId);

test.each<[string, unknown[]]>([
  ['a deployment', [deploy({ entityId: 'web', attributes: { env: 'production', status: 'success' } })]],
  ['a deployment of nothing', [deploy({}), deploy({ attributes: {} })]],
  [
    'any object of the other types',
    shortIds.slice(1).map((type) => ({ type, attributes: { '1': [1, null] } })),
  ],
  ['escapes that are characters', [deploy({ attributes: { env: '\u0001"\\u0000' } })]],
  ['15 events', Array(15).fill(deploy({ timestamp: '2026-01-31T09:30:00.123456789Z' }))],
])('both take %s', async (_, events) => {
  expect(await errorsOfBoth(events)).toEqual([]);
});

test.each<[string, unknown[]]>([
  [
    'what is no event',
    [{}, null, [], 5, { type: null }, { type: ['event-deploy'], attributes: { a: '\0' } }],
  ],
  [
    'unknown members',
    [deploy({ entityID: 'x', Timestamp: 1 }), build({ constructor: 1, 'a.b': { c: '\0' } })],
  ],
  [
    'wrong envelopes',
    [deploy({ timestamp: 'now', entityId: 5 }), build({ timestamp: '2026-02-30T00:00:00Z' })],
  ],
  [
    'attributes that are no object',
    [deploy({ attributes: [] }), deploy({ attributes: null }), build({ attributes: 'a\0' })],
  ],
  [
    'unknown attributes',
    [deploy({ attributes: { Env: 'x', constructor: 'x', toString: { a: ['\ud800'] } } })],
  ],
  ['wrong attributes', [deploy({ attributes: { status: 'ok', build_id: 7, env: null, description: {} } })]],
  ['wrong dates', [deploy({ attributes: { change_window_start: '2026-02-30', change_window_end: 'soon' } })]],
  [
    'names that objects inherit',
    [JSON.parse('{"type":"event-deploy","__proto__":1,"attributes":{"__proto__":1}}')],
  ],
  [
    'texts that no store holds',
    [deploy({ attributes: { env: 'a\0' } }), build({ 'a\0': ['\0'], entityId: '\udc00' })],
  ],
  [
    'what is too deep',
    [build({ attributes: nested(40), other: nested(40) }), deploy({ attributes: nested(40) })],
  ],
])('both refuse %s', async (_, events) => {
  expect(await errorsOfBoth(events)).not.toEqual([]);
});

test.each([
  ['between two events', Array(15).fill(deploy({ attributes: misspelt(10) }))],
  [
    'within an event',
    Array(15).fill(deploy({ Type: 1, timestamp: 'now', attributes: { ...misspelt(20), status: 1 } })),
  ],
])('both stop when the list is full, %s', async (_, events) => {
  expect(await errorsOfBoth(events)).toHaveLength(MAX_PROBLEMS);
});

test('of generated events both say the same', async () => {
  const odd = ['', '0', 'Env', 'a.b', 'a\0', '\ud800', '__proto__', 'constructor', 'toString'];
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('success', '2026-01-31T09:30:00Z', '2026-02-30', ...odd),
    fc.jsonValue({ maxDepth: 3 }),
  );
  const attribute = fc.constantFrom(...Object.keys(deployAttributesSchema.properties), ...odd);
  const members = fc.record(
    {
      type: fc.oneof(
        { arbitrary: fc.constantFrom(...shortIds), weight: 9 },
        fc.constantFrom(null, 5, [], {}),
      ),
      timestamp: value,
      entityId: value,
      attributes: fc.oneof({ arbitrary: fc.dictionary(attribute, value), weight: 3 }, value),
    },
    { requiredKeys: [] },
  );
  const others = fc.dictionary(fc.constantFrom('Type', 'entityID', ...odd), value, { maxKeys: 2 });
  const event = fc.oneof(
    { arbitrary: fc.tuple(members, others).map(([known, unknown]) => ({ ...unknown, ...known })), weight: 9 },
    fc.constantFrom(null, true, 5, 'event-deploy', []),
  );
  const events = fc.array(event, { minLength: 1, maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(events, async (list) => void (await errorsOfBoth(list))),
    { numRuns: 300 },
  );
});

/** As many levels, objects and arrays by turns. */
function nested(levels: number): unknown {
  return JSON.parse('{"a":['.repeat(levels / 2) + ']}'.repeat(levels / 2));
}

/** As many attributes that no deployment has. */
function misspelt(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`Env${index}`, 'x']));
}
