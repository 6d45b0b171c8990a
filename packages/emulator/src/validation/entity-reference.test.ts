import { isShortId, isUuid } from '@milepost/shared/validation';
import { expect, test } from 'vitest';
import { entityReference } from './entity-reference.ts';

const UUID = '04252f20-4000-470a-a1eb-88bf5bb648d2';

test.each([
  'a',
  '7',
  'checkout',
  'checkout-api',
  'a--b-',
  '0'.repeat(63),
  UUID.slice(1),
  '__proto__'.slice(2, 7),
])('takes %s for a shortId', (text) => {
  expect(isShortId(text)).toBe(true);
  expect(entityReference(text)).toEqual({ shortId: text });
});

test.each(['', '-a', 'A', 'a_b', 'a.b', 'a b', 'é', '__proto__', 'a'.repeat(64), 'a\n', `{${UUID}}`])(
  'knows that nothing can have the id %j',
  (text) => {
    expect(isShortId(text)).toBe(false);
    expect(entityReference(text)).toBeUndefined();
  },
);

test.each([UUID, UUID.toUpperCase(), '00000000-0000-0000-0000-000000000000'])(
  'takes %s for an id',
  (text) => {
    expect(isUuid(text)).toBe(true);
    expect(isShortId(text)).toBe(false);
    expect(entityReference(text)).toEqual({ id: text.toLowerCase() });
  },
);
