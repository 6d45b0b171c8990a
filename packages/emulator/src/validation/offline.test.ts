import { validateEvents } from '@milepost/shared/validation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lines, validate } from './validate-events.fixture.ts';

/** Clients check offline what this service would say: the two must never differ. */
async function compare(events: unknown[]): Promise<void> {
  const text = JSON.stringify({ events });
  const parsed: { events: unknown[] } = JSON.parse(text);
  const { errors } = await validate(text);
  expect(lines(validateEvents(parsed.events).errors).toSorted()).toEqual(lines(errors).toSorted());
}

const deploy = (members: object) => ({ type: 'event-deploy', ...members });

test.each<[string, unknown[]]>([
  ['a good deployment', [deploy({ entityId: 'web', attributes: { env: 'production', status: 'success' } })]],
  [
    'the other types',
    ['event-build', 'event-test-run', 'event-commit', 'event-error'].map((type) => ({
      type,
      attributes: { a: [1] },
    })),
  ],
  ['no type, no object, wrong members', [{}, null, [], 5, deploy({ entityID: 'x', Timestamp: 1 })]],
  [
    'wrong envelopes',
    [deploy({ timestamp: 'now', entityId: 5, attributes: null }), deploy({ entityId: '', attributes: [] })],
  ],
  [
    'wrong attributes',
    [
      deploy({
        attributes: {
          Env: 'x',
          status: 'ok',
          build_id: 7,
          change_window_start: '2026-02-30',
          constructor: 'x',
        },
      }),
    ],
  ],
  [
    'texts that no store can hold',
    [deploy({ attributes: { env: 'a\0', description: '\ud800' } }), { type: 'event-build', 'a\0': ['\0'] }],
  ],
  [
    'what is too deep',
    [{ type: 'event-build', attributes: JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) }],
  ],
])('of %s both say the same', async (_, events) => {
  await compare(events);
});

test('of generated events both say the same', async () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('success', '2026-01-31T09:30:00Z', '2026-02-30', 'a\0'),
    fc.jsonValue({ maxDepth: 3 }),
  );
  const name = fc.constantFrom('env', 'Env', 'status', 'build_id', 'change_window_end', '__proto__', 'x');
  const event = fc.record(
    {
      type: fc.constantFrom('event-deploy', 'event-build', 'event-commit'),
      timestamp: value,
      entityId: value,
      attributes: fc.oneof(fc.dictionary(name, value), value),
      extra: value,
    },
    { requiredKeys: ['type'] },
  );
  await fc.assert(fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 4 }), compare), {
    numRuns: 500,
  });
});
