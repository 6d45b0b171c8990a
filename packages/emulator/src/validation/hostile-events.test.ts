import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodyWith, validate } from './validate-events.fixture.ts';

const DEEP = '['.repeat(500_000) + ']'.repeat(500_000);
const LONG = 'x'.repeat(1_000_000);

function members(count: number, value: string): string {
  return `{${Array.from({ length: count }, (_, i) => `"attribute${i}":${value}`).join(',')}}`;
}

function events(attributes: string, type = 'event-deploy'): string {
  return `{"events":[${Array(15).fill(`{"type":"${type}","attributes":${attributes}}`).join(',')}]}`;
}

const bodies = [
  ['15 × 50,000 unknown attributes', events(members(50_000, '1'))],
  ['15 × 50,000 numbers beyond a double', events(members(50_000, '1e999'), 'event-build')],
  ['50,000 unknown members of an event', `{"events":[${members(50_000, '1')}]}`],
  ['50,000 unknown members of the body', members(50_000, '"\\u0000"')],
  ['500,000 levels for attributes', bodyWith(DEEP)],
  ['500,000 levels in an attribute', bodyWith(`{"env":${DEEP}}`)],
  ['500,000 levels in any attributes', bodyWith(`{"a":${DEEP}}`, 'event-error')],
  [
    '500,000 levels for each member',
    `{"events":[{"type":${DEEP},"timestamp":${DEEP},"entityId":${DEEP},"x":${DEEP}}]}`,
  ],
  ['500,000 levels for the events', `{"events":${DEEP},"x":${DEEP}}`],
  ['500,000 events', `{"events":[${Array(500_000).fill('1').join(',')}]}`],
  ['a type of 1 MB', `{"events":[{"type":"${LONG}"}]}`],
  ['a timestamp of 1 MB', `{"events":[{"type":"event-build","timestamp":"${LONG}"}]}`],
  ['a date of 1 MB', bodyWith(`{"change_window_start":"2026-01-31T09:30:00.${'1'.repeat(1_000_000)}x"}`)],
  ['a name of 1 MB', bodyWith(`{"${LONG}":1}`)],
  [
    'errors within a name of 1 MB',
    bodyWith(`{"${LONG}":[${Array(200).fill('"\\u0000"').join(',')}]}`, 'event-build'),
  ],
] satisfies [string, string][];

describe.each([false, true])('with loose %s', (loose) => {
  test.each(bodies)('answers %s with at most 100 short errors', async (_what, text) => {
    const { errors, loosened } = await validate(text, { loose });
    expect(errors.length + loosened.length).toBeGreaterThan(0);
    expect(errors.length).toBeLessThanOrEqual(100);
    expect(loosened.length).toBeLessThanOrEqual(100);
    expect(JSON.stringify([errors, loosened]).length).toBeLessThan(200_000);
  });
});

test('never throws, and answers with either all events or errors', async () => {
  const name = fc.constantFrom(
    'type',
    'timestamp',
    'entityId',
    'attributes',
    'env',
    'status',
    '__proto__',
    'x',
  );
  const type = fc.constantFrom('event-deploy', 'event-build', 'nope');
  const { event } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 2 }, fc.jsonValue({ maxDepth: 2 }), type, tie('event')),
    event: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  }));
  const events = fc.array(fc.oneof(event, fc.record({ type, attributes: event })), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(events, fc.boolean(), async (sent, loose) => {
      const { events: valid, errors } = await validate(JSON.stringify({ events: sent }), { loose });
      expect(valid).toHaveLength(errors.length > 0 ? 0 : sent.length);
    }),
  );
});
