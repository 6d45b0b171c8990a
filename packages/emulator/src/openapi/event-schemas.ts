import { blueprints, eventSchema } from '@milepost/shared';

type BuiltIn = (typeof blueprints)[number];

const { type: typeSchema, ...otherMembers } = eventSchema.properties;

/** Component names of the built-in event types, with what becomes of them. */
const BUILT_IN = {
  'event-deploy': {
    name: 'DeployEvent',
    use: 'Feeds Deployment Frequency, Lead Time for Change and Change Failure Rate (spec, section 2.4).',
  },
  'event-build': { name: 'BuildEvent', use: 'Stored, for future metrics.' },
  'event-test-run': { name: 'TestRunEvent', use: 'Stored, for future metrics.' },
  'event-commit': {
    name: 'CommitEvent',
    use: 'With a `sha` it feeds Lead Time for Change, as a commit of the repository of the entity (ext).',
  },
  'event-error': { name: 'ErrorEvent', use: 'Stored, for future metrics.' },
} as const satisfies Record<BuiltIn['shortId'], { name: string; use: string }>;

/** An event of a built-in type: `eventSchema`, with the attributes of its blueprint. */
function builtInEvent(shortId: BuiltIn['shortId'], attributes: object): object {
  const { name, use } = BUILT_IN[shortId];
  return {
    ...eventSchema,
    title: name,
    description: `Type \`${shortId}\`. ${use}`,
    properties: { type: { ...typeSchema, const: shortId }, ...otherMembers, attributes },
  };
}

const eventsOfBuiltInTypes: Readonly<Record<string, object>> = Object.fromEntries(
  blueprints.map(({ shortId, schema }) => [BUILT_IN[shortId].name, builtInEvent(shortId, schema)]),
);

/** An event of a type that is not built in. What its attributes may be is for the account's blueprint to say. */
const customEvent = {
  ...eventSchema,
  title: 'CustomEvent',
  description:
    "A type that the account added with POST /blueprints (ext). The blueprint's schema says what the attributes may be.",
  properties: {
    type: { ...typeSchema, not: { enum: blueprints.map(({ shortId }) => shortId) } },
    ...otherMembers,
  },
};

/**
 * The schemas of an event, for `components`: one for each built-in type, one for the others, and their union,
 * which takes exactly what `eventSchema` and the built-in blueprints together take.
 */
export const eventSchemas: Readonly<Record<string, object>> = {
  Event: {
    description: 'One event, of one of the five built-in types or of a type of the account.',
    oneOf: [...Object.keys(eventsOfBuiltInTypes), 'CustomEvent'].map((name) => ({
      $ref: `#/components/schemas/${name}`,
    })),
  },
  ...eventsOfBuiltInTypes,
  CustomEvent: customEvent,
};
