import { expect, test } from 'vitest';
import { parseEvents } from './parse-events.ts';

test.each([
  ['an array', '[{"entityId":"web"},{"entityId":"api"}]'],
  ['the body of a request', '{"events":[{"entityId":"web"},{"entityId":"api"}]}'],
  ['one event a line', '{"entityId":"web"}\n\n{"entityId":"api"}\r\n'],
  ['a file that begins with a byte order mark', '\uFEFF[{"entityId":"web"},{"entityId":"api"}]'],
])('reads %s', (_, text) => {
  expect(parseEvents(text)).toEqual([{ entityId: 'web' }, { entityId: 'api' }]);
});

test('reads one event, and keeps members that nobody knows for the service to judge', () => {
  const event = { type: 'event-build', entityID: 'web', attributes: { größe: '🚀' } };
  expect(parseEvents(JSON.stringify(event))).toEqual([event]);
});

test.each([
  ['', 'has no event'],
  ['[]', 'has no event'],
  ['{"events":[]}', 'has no event'],
  ['[{"entityId":"web"}', /^is not JSON: /],
  ['{"entityId":"web"}\n{"entityId":', /^is not JSON: line 2: /],
  ['"text"', '[0] must be an object'],
  ['[{},null]', '[1] must be an object'],
  ['[{"entityId":5}]', '[0]: entityId must be a string'],
  ['[{"type":null}]', '[0]: type must be a string'],
  ['[{"timestamp":1}]', '[0]: timestamp must be a string'],
  ['[{"attributes":[]}]', '[0]: attributes must be an object'],
])('refuses %j', (text, message) => {
  expect(() => parseEvents(text)).toThrow(message);
  expect(() => parseEvents(text)).toThrow(expect.objectContaining({ input: 'events' }));
});
