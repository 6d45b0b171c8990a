import { blueprints, deployAttributesSchema } from '@milepost/shared';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAjv } from '../validation/create-ajv.ts';
import { createEventValidator } from '../validation/validate-events.ts';
import { buildDocument } from './document.ts';

const urls = { baseUrl: () => 'http://127.0.0.1', authUrl: () => 'http://127.0.0.1' };

const texts = Object.keys(deployAttributesSchema.properties);
const instants = ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.123456789+00:00'];
const dates = ['2026-01-31', '2026-01-31T09:30', '2026-01-31T09:30:00.5+01:00'];

/** Right in some places, wrong in others. */
const value = fc.constantFrom<unknown>(
  ...[undefined, null, 7, true, '', 'text', 'success', [], {}, { nested: [1.5, null] }],
  ...['1969-12-31T23:59:59Z', '2026-02-30', '31.1.2026', ...instants, ...dates],
);
const attributes = fc.record(
  {
    env: fc.string(),
    status: fc.constantFrom('success', 'failed'),
    build_id: fc.string(),
    change_window_start: fc.constantFrom(...dates),
    deployment_start_time: fc.constantFrom(...dates),
  },
  { requiredKeys: [] },
);
const goodEvent = fc.record(
  {
    type: fc.constantFrom(...blueprints.map(({ shortId }) => shortId)),
    timestamp: fc.constantFrom(...instants),
    entityId: fc.constantFrom('checkout', 'e0000000-0000-4000-8000-000000000011'),
    attributes,
  },
  { requiredKeys: ['type'] },
);

// Not the type: which types there are is nothing that a document can know.
const eventMember = fc.constantFrom('timestamp', 'entityId', 'attributes', 'entityID');
const attributeName = fc.constantFrom(...texts, 'Env', 'constructor', 'sha');
/** An event with one member, or one attribute, that is perhaps not right. */
const event = fc.oneof(
  { weight: 6, arbitrary: goodEvent },
  {
    weight: 2,
    arbitrary: fc
      .tuple(goodEvent, eventMember, value)
      .map(([good, name, other]) => ({ ...good, [name]: other })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(goodEvent, attributeName, value)
      .map(([good, name, other]) => ({ ...good, attributes: { ...good.attributes, [name]: other } })),
  },
  value,
  fc.constant({ type: 7 }),
);
const body = fc.oneof(
  { weight: 15, arbitrary: fc.record({ events: fc.array(event, { minLength: 1, maxLength: 2 }) }) },
  fc.record({ events: value, more: value }, { requiredKeys: [] }),
);

test('the document takes exactly the batches of built-in events that the service takes', async () => {
  const ajv = await createAjv({ strict: false });
  ajv.addSchema(buildDocument(urls), 'document');
  const isDocumented = ajv.compile({ $ref: 'document#/components/schemas/SendEventsRequest' });
  const validate = createEventValidator({ loose: false });
  const outcomes = { taken: 0, refused: 0 };

  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const json = JSON.stringify(sent);
      const parsed: unknown = JSON.parse(json);
      const { errors } = await validate(parsed, json, async () => undefined);
      expect([json, isDocumented(parsed)]).toEqual([json, errors.length === 0]);
      outcomes[errors.length === 0 ? 'taken' : 'refused'] += 1;
    }),
    { numRuns: 3000 },
  );
  expect(Math.min(outcomes.taken, outcomes.refused)).toBeGreaterThan(300);
});
