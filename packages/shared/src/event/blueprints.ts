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
        'Known members: sha, parents (array of sha), authored_at, committed_at, message, author, repo_url.',
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
