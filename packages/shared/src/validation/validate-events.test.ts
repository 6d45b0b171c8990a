import { expect, test } from 'vitest';
import { validateEvents } from './validate-events.ts';

const lines = (events: unknown[]) => validateEvents(events).errors.map(({ path, msg }) => `${path}: ${msg}`);

test('finds nothing wrong with what the service takes, more than 15 of them included', () => {
  const event = {
    type: 'event-deploy',
    timestamp: '2026-01-31T09:30:00Z',
    entityId: 'web',
    attributes: { env: 'production', status: 'failed', change_window_start: '2026-02-28' },
  };
  expect(validateEvents(Array(40).fill(event))).toEqual({ errors: [], unchecked: [] });
  expect(lines([{ type: 'event-build', attributes: { any: [1, null] } }, { type: 'event-commit' }])).toEqual(
    [],
  );
});

test('says what is wrong in the words of the service, all of it', () => {
  expect(
    lines([
      { type: 'event-deploy', entityID: 'web', attributes: { Env: 'x', status: 'ok', build_id: 7 } },
      { type: 'event-deploy', timestamp: '2026-02-30T00:00:00Z', attributes: { change_window_end: 'soon' } },
      { entityId: '' },
      'text',
      { type: 'event-build', attributes: { note: 'a\0' } },
    ]),
  ).toEqual([
    "events[0].entityID: unknown member 'entityID'; did you mean 'entityId'?",
    "events[0].attributes.Env: unknown attribute 'Env'; did you mean 'env'?",
    expect.stringMatching(
      /^events\[0\]\.attributes\.status: 'ok' is not an allowed value; .*'success', 'failed'/,
    ),
    'events[0].attributes.build_id: must be a string, not 7',
    expect.stringMatching(/^events\[1\]\.timestamp: '2026-02-30T00:00:00Z' is not valid; must be YYYY/),
    expect.stringMatching(/^events\[1\]\.attributes\.change_window_end: 'soon' is not valid; must be YYYY/),
    expect.stringMatching(/^events\[2\]\.type: is required/),
    expect.stringMatching(/^events\[2\]\.entityId: must not be empty/),
    'events[3]: must be an object, not a string',
    'events[4].attributes.note: contains U+0000, which cannot be stored; remove it',
  ]);
});

test('names the types whose blueprint only the service knows', () => {
  const events = [
    { type: 'event-audit', attributes: { x: 1 } },
    { type: 'event-audit' },
    { type: 'event-build' },
  ];
  expect(validateEvents(events)).toEqual({ errors: [], unchecked: ['event-audit'] });
});

test('checks what holds for all types of a type that it does not know', () => {
  const event = { type: 'event-audit', entityId: 5, Attributes: {}, attributes: { note: 'a\0' } };
  expect(lines([event])).toEqual([
    'events[0].entityId: must be a string, not 5',
    "events[0].Attributes: unknown member 'Attributes'; did you mean 'attributes'?",
    'events[0].attributes.note: contains U+0000, which cannot be stored; remove it',
  ]);
});

test('lists 100 errors and then looks at nothing more', () => {
  const unread = {
    get type(): string {
      throw new Error('was read');
    },
  };
  expect(lines([...Array(100).fill(null), unread]).at(-1)).toBe('events[99]: must be an object, not null');
});
