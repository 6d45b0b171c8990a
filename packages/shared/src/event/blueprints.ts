import { deployAttributesSchema } from './deploy-attributes.ts';

const anyAttributes = { type: 'object', additionalProperties: true } as const;

/**
 * The five event types that every account has. The id of `event-deploy` is the specification's; the other
 * four are ours, fixed for good. The attributes of those four take any object; the members that
 * `event-commit` lists are the ones that feed lead time (contract, section 2).
 */
export const blueprints = [
  {
    id: '04252f20-4000-470a-a1eb-88bf5bb648d2',
    shortId: 'event-deploy',
    name: 'Deployment',
    schema: deployAttributesSchema,
  },
  {
    id: '6d1f0a52-8f0b-4b53-9c1e-2f5d3a7b1c01',
    shortId: 'event-build',
    name: 'Build',
    schema: anyAttributes,
  },
  {
    id: '6d1f0a52-8f0b-4b53-9c1e-2f5d3a7b1c02',
    shortId: 'event-test-run',
    name: 'Test run',
    schema: anyAttributes,
  },
  {
    id: '6d1f0a52-8f0b-4b53-9c1e-2f5d3a7b1c03',
    shortId: 'event-commit',
    name: 'Commit',
    schema: {
      ...anyAttributes,
      description:
        'Any object. With a `sha` it feeds lead time, as a commit of the repository of the entity.',
      // No types: what cannot be read is stored all the same, and feeds nothing.
      properties: {
        sha: { description: 'Commit SHA, text.' },
        parents: { description: 'Array of commit SHAs.' },
        authored_at: { description: 'When the author made it, ISO 8601 text.' },
        committed_at: { description: 'When it was committed, ISO 8601 text.' },
        message: { description: 'Commit message, text.' },
        author: { description: 'Who made it, text.' },
        repo_url: { description: 'URL of its repository, text.' },
      },
    },
  },
  {
    id: '6d1f0a52-8f0b-4b53-9c1e-2f5d3a7b1c04',
    shortId: 'event-error',
    name: 'Error',
    schema: anyAttributes,
  },
] as const;

/** Type names of the built-in blueprints. */
export type BuiltInEventType = (typeof blueprints)[number]['shortId'];
