import { expect, test } from 'vitest';
import { blueprints } from './blueprints.ts';
import { deployAttributesSchema } from './deploy-attributes.ts';

test('event-deploy has the id of the specification', () => {
  expect(blueprints[0]).toMatchObject({
    shortId: 'event-deploy',
    id: '04252f20-4000-470a-a1eb-88bf5bb648d2',
  });
});

test('ids and shortIds are unique', () => {
  expect(new Set(blueprints.map(({ id }) => id)).size).toBe(5);
  expect(new Set(blueprints.map(({ shortId }) => shortId)).size).toBe(5);
});

// The service takes valid attributes of a closed blueprint as they are, since texts cannot lose digits or nest.
test('every attribute of event-deploy is a text, and there are 15', () => {
  const types = Object.values(deployAttributesSchema.properties).map(({ type }) => type);
  expect(types).toEqual(Array(15).fill('string'));
});
