import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compactJson, rawEvents } from './raw-events.ts';

describe('rawEvents', () => {
  test('finds each event and its attributes to the letter', () => {
    const text =
      ' { "x" : [ { } ] ,\n"events":[ {"type" : "a","attributes" : { "10": 1.10, "9":"]}\\"" } } , {}, 7 ] } ';
    expect(rawEvents(text)).toEqual([
      {
        text: '{"type" : "a","attributes" : { "10": 1.10, "9":"]}\\"" } }',
        attributes: '{ "10": 1.10, "9":"]}\\"" }',
      },
      { text: '{}', attributes: undefined },
      { text: '7', attributes: undefined },
    ]);
  });

  test('takes the last of equal names, as JSON.parse does', () => {
    const text = '{"events":[1],"events":[{"attributes":{"a":1},"attributes":{"b":2}}]}';
    expect(rawEvents(text).map(({ attributes }) => attributes)).toEqual(['{"b":2}']);
  });

  test('reads names that are written with escapes', () => {
    const text = '{"\\u0065vents":[{"attribute\\u0073":{"b":2},"attributes\\u0000":3}]}';
    expect(rawEvents(text).map(({ attributes }) => attributes)).toEqual(['{"b":2}']);
  });

  test('takes nothing inside other members for the events', () => {
    const text =
      '{"a":{"events":[1]},"events":[{"x":{"attributes":{}},"attributes":[]}],"b":"\\"events\\":[2]"}';
    expect(rawEvents(text)).toEqual([{ text: '{"x":{"attributes":{}},"attributes":[]}', attributes: '[]' }]);
  });

  test('survives a value that is nested 500,000 levels', () => {
    const deep = '['.repeat(500_000) + ']'.repeat(500_000);
    const [event] = rawEvents(`{"events":[{"attributes":${deep}}]}`);
    expect(event?.attributes?.length).toBe(deep.length);
  });

  test('has what JSON.parse reads, however the body is spaced', () => {
    const attributes = fc.dictionary(fc.string(), fc.jsonValue());
    const event = fc.oneof(
      fc.record({ type: fc.string(), attributes }),
      fc.record({ type: fc.string(), attributes, extra: fc.jsonValue() }, { requiredKeys: ['extra'] }),
    );
    const space = fc.constantFrom(undefined, 1, '\t', '\n \r');
    fc.assert(
      fc.property(fc.array(event), fc.jsonValue(), space, (events, other, indent) => {
        const parsed: { events: { attributes?: unknown }[] } = JSON.parse(JSON.stringify({ other, events }));
        const raw = rawEvents(JSON.stringify({ other, events }, undefined, indent));
        expect(raw.map(({ text }) => JSON.parse(text))).toEqual(parsed.events);
        expect(raw.map((one) => one.attributes && JSON.parse(one.attributes))).toEqual(
          parsed.events.map((one) => one.attributes),
        );
      }),
    );
  });
});

describe('compactJson', () => {
  test('drops whitespace between tokens only, and counts members', () => {
    const text = '{ "a b" : [ 1.10 , "c : \\" d" ],\r\n\t"e":{"f":{}} }';
    expect(compactJson(text)).toEqual({ text: '{"a b":[1.10,"c : \\" d"],"e":{"f":{}}}', members: 3 });
  });

  test('writes what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(1, '\t', ' \n'), (value, indent) => {
        expect(compactJson(JSON.stringify(value, undefined, indent)).text).toBe(JSON.stringify(value));
      }),
    );
  });
});
