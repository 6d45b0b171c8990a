import { expect, test } from 'vitest';
import { readRefusals } from './read-refusals.ts';

const error = (path: unknown, msg: unknown = 'no') => ({ type: 'field', msg, path, location: 'body' });

test.each<[unknown[], [number, string][]]>([
  [[error('events[1].attributes.env')], [[1, 'attributes.env: no']]],
  [[error('events[0]', 'is no object')], [[0, 'is no object']]],
  [
    [error('events[1].a'), error('events[0].b'), error('events[1].c', 'nor this')],
    [
      [1, 'a: no; c: nor this'],
      [0, 'b: no'],
    ],
  ],
  [[error('events[0].attributes.a\nb')], [[0, 'attributes.a\nb: no']]],
])('%j is about these events: %j', (errors, events) => {
  expect(readRefusals({ errors }, 2)).toEqual({ events: new Map(events) });
});

test.each([
  [{ message: 'not JSON' }, 'not JSON'],
  [{ message: 'not JSON', errors: [error('events[0].type')] }, 'not JSON'],
  [{ errors: [error('events')] }, 'events: no'],
  [{ errors: [error('events[0].type'), error('extra')] }, 'events[0].type: no; extra: no'],
  [{ errors: [error('events[2].type')] }, 'events[2].type: no'],
  [{ errors: [error('events[x].type')] }, 'events[x].type: no'],
  [{ errors: [error('events[1]type')] }, 'events[1]type: no'],
])('%j is about the whole batch', (body, whole) => {
  expect(readRefusals(body, 2)).toEqual({ whole });
});

test.each([
  [undefined],
  [null],
  ['text'],
  [{}],
  [{ message: 1 }],
  [{ errors: [] }],
  [{ errors: {} }],
  [{ errors: ['text'] }],
  [{ errors: [error(1)] }],
  [{ errors: [error('events', 1)] }],
])('%j is no refusal of the service', (body) => expect(readRefusals(body, 2)).toBeUndefined());
