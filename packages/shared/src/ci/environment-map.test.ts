import { expect, test } from 'vitest';
import { mapEnvironment } from './environment-map.ts';

test.each([
  ['prod = production', 'prod', 'production'],
  ['prod = production', 'prod-eu', 'prod-eu'],
  ['prod* = production', 'prod', 'production'],
  ['prod-?? = production', 'prod-eu', 'production'],
  ['prod-?? = production', 'prod-asia', 'prod-asia'],
  ['* = all', '', 'all'],
  ['*-eu-* = eu', 'prod-eu-1', 'eu'],
  ['*eu = eu', 'eueu', 'eu'],
  ['a*b*c = x', 'a-b-b-c', 'x'],
  ['a*b*c = x', 'a-c-b', 'a-c-b'],
  ['review/* = review', 'review/feature/x', 'review'],
  ['PROD = production', 'Prod', 'production'],
  ['größe* = gross', 'GRÖSSE', 'GRÖSSE'],
  ['größe* = gross', 'Größe/7', 'gross'],
  ['a=b = c', 'a', 'b = c'],
  ['prod=production', 'prod', 'production'],
  ['# comment\n\n  prod  =  my production  \r\n* = other', 'prod', 'my production'],
  ['prod-eu = europe\nprod-* = world', 'prod-eu', 'europe'],
  ['prod-eu = europe\nprod-* = world', 'prod-us', 'world'],
  ['prod[eu] = x', 'prod[eu]', 'x'],
  ['prod[eu] = x', 'prode', 'prode'],
  ['!prod = x', 'dev', 'dev'],
  ['{a,b} = x', 'a', 'a'],
  ['. = x', 'y', 'y'],
  ['prod-* = *', 'prod-eu', '*'],
  ['prod-* = p?', 'prod-eu', 'p?'],
  ['? = one', '🦊', 'one'],
  ['?? = two', '🦊', '🦊'],
  ['🦊-* = fox', '🦊-1', 'fox'],
  ['a = b = c = d', 'a', 'b = c = d'],
  ['a* = x # no comment', 'a', 'x # no comment'],
  ['** = all', 'x', 'all'],
  ['?* = some', '', ''],
  ['*a?c = x', 'abcabc', 'x'],
  ['', 'prod', 'prod'],
])('%j makes of %s %s', (map, environment, expected) => {
  expect(mapEnvironment(map, environment).name).toBe(expected);
});

test('the pattern that matched is told', () => {
  expect(mapEnvironment('a = x\nprod-* = p', 'prod-1')).toEqual({ name: 'p', pattern: 'prod-*' });
  expect(mapEnvironment('a = x', 'b')).toEqual({ name: 'b' });
});

test.each([
  ['nonsense', /^line 1 is not/],
  ['= name', /^line 1 is not/],
  ['pattern =', /^line 1 is not/],
  ['* = all\n# fine\nprod', /^line 3 is not of the form 'pattern = name': prod/],
])('%j is refused, also behind a line that matches', (map, message) => {
  expect(() => mapEnvironment(map, 'prod')).toThrow(
    expect.objectContaining({ input: 'environmentMap', message: expect.stringMatching(message) }),
  );
});

test('many stars over a long name take no time to speak of', () => {
  const took = (letters: number) => {
    const name = 'a'.repeat(letters);
    const started = performance.now();
    expect(mapEnvironment(`${'*a'.repeat(200)}z = x`, name).name).toBe(name);
    return performance.now() - started;
  };
  // Ten times the length; with the square of it, a hundred times.
  expect(took(10_000)).toBeLessThan(Math.max(2000, 50 * took(1000)));
});
