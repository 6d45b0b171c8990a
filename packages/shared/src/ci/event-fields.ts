import { deployAttributesSchema } from '../event/deploy-attributes.ts';
import type { Event } from '../event/event.ts';
import type { DeployField } from './context.ts';

/** A field of a deployment event that a run may know or not. */
export type EventField = 'entityId' | DeployField;

type Attribute = Exclude<DeployField, 'timestamp'>;

/** All attributes, in the order of the schema. */
export const ATTRIBUTES: readonly Attribute[] = attributesOf(deployAttributesSchema.properties);

/** All fields, in the order in which people are shown them. */
export const EVENT_FIELDS: readonly EventField[] = ['entityId', 'timestamp', ...ATTRIBUTES];

/** A field without which a metric cannot be computed. */
export interface MissingField {
  field: EventField;
  /** A sentence: what is missing, which metric needs it, what to do. */
  costs: string;
}

/** What the specification (sections 1.5 and 2.1) says each is needed for. */
const NEEDED: readonly { field: EventField; name: string; metric: string; remedy: string }[] = [
  { field: 'entityId', name: 'entity', metric: 'every DORA metric', remedy: 'give the entity id' },
  { field: 'env', name: 'environment', metric: 'Deployment Frequency', remedy: 'give env' },
  {
    field: 'build_commit_sha',
    name: 'commit',
    metric: 'Lead Time for Change',
    remedy: 'give the commit sha',
  },
  { field: 'status', name: 'status', metric: 'Change Failure Rate', remedy: 'give the status' },
  { field: 'change_id', name: 'change id', metric: 'Change Failure Rate', remedy: 'give the change id' },
];

/** The fields that deployments among the events lack, and what that costs. */
export function missingFields(events: readonly Event[]): MissingField[] {
  const deployments = events.filter(({ type }) => type === 'event-deploy');
  return NEEDED.flatMap(({ field, name, metric, remedy }) => {
    const lacking = deployments.filter((event) => fieldOf(event, field) === undefined).length;
    if (lacking === 0) return [];
    const who =
      deployments.length === 1
        ? 'The deployment has'
        : `${lacking} of ${deployments.length} deployments have`;
    return [{ field, costs: `${who} no ${name}, which ${metric} needs; ${remedy} if you know it.` }];
  });
}

/** A field's value; undefined when there is none. */
export function fieldOf(event: Event, field: EventField): unknown {
  return field === 'entityId' || field === 'timestamp' ? event[field] : event.attributes?.[field];
}

function attributesOf(properties: Record<Attribute, unknown>): Attribute[] {
  return Object.keys(properties).filter((name): name is Attribute => Object.hasOwn(properties, name));
}
