import { eventSchema } from '@milepost/shared';
import type { FromSchema } from 'json-schema-to-ts';
import { createIncidentSchema } from '../incidents/incident.schema.ts';
import { createBlueprintSchema } from '../routes/blueprints.schema.ts';
import { createEntitySchema } from '../routes/entities.schema.ts';
import { addCommitsSchema, createRepoSchema } from '../routes/repos.schema.ts';

/** Most bytes of a seed. */
export const MAX_SEED_BYTES = 16 * 1024 * 1024;

/** Levels that a seed may nest: itself, the list of blueprints, a blueprint, and the 64 of its schema. */
export const SEED_DEPTH = 67;

const commits = {
  type: 'array',
  items: addCommitsSchema.properties.commits.items,
  description: 'Its commits, each as in POST /repos/{id}/commits; any number of them.',
} as const;

/** A seed: what an account begins with, in the words of the API. All that the metrics need can be in it. */
export const seedSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    entities: { type: 'array', items: createEntitySchema, description: 'As in POST /entities.' },
    blueprints: { type: 'array', items: createBlueprintSchema, description: 'As in POST /blueprints.' },
    repos: {
      type: 'array',
      items: { ...createRepoSchema, properties: { ...createRepoSchema.properties, commits } },
      description: 'As in POST /repos, with their commits; one repository a name.',
    },
    incidents: { type: 'array', items: createIncidentSchema, description: 'As in POST /incidents.' },
    events: { type: 'array', items: eventSchema, description: 'As in POST /events; any number of them.' },
  },
} as const;

export type Seed = FromSchema<typeof seedSchema>;

/** The lists of a seed of one kind of thing. */
export type SeedSection<Name extends keyof Seed> = NonNullable<Seed[Name]>;
