import { deployAttributesSchema } from '../event/deploy-attributes.ts';
import type { Event } from '../event/event.ts';
import type { DeployField } from './context.ts';
import { inputName } from './input-name.ts';

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
const NEEDED: readonly { field: EventField; name: string; metric: string }[] = [
  { field: 'entityId', name: 'entity', metric: 'every DORA metric' },
  { field: 'env', name: 'environment', metric: 'Deployment Frequency' },
  { field: 'build_commit_sha', name: 'commit', metric: 'Lead Time for Change' },
  { field: 'status', name: 'status', metric: 'Change Failure Rate' },
  { field: 'change_id', name: 'change id', metric: 'Change Failure Rate' },
];

/**
 * The fields that deployments among the events lack, and what that costs.
 *
 * @param nameInput how the reader gives a field, such as `--change-id` for `change_id`.
 */
export function missingFields(
  events: readonly Event[],
  nameInput: (field: string) => string = inputName,
): MissingField[] {
  const deployments = events.filter(({ type }) => type === 'event-deploy');
  return NEEDED.flatMap(({ field, name, metric }) => {
    const lacking = deployments.filter((event) => fieldOf(event, field) === undefined).length;
    if (lacking === 0) return [];
    const who =
      deployments.length === 1
        ? 'The deployment has'
        : `${lacking} of ${deployments.length} deployments have`;
    const costs = `${who} no ${name}, which ${metric} needs; give ${nameInput(field)} if you know it.`;
    return [{ field, costs }];
  });
}

/** A field's value; undefined when there is none. */
export function fieldOf(event: Event, field: EventField): unknown {
  return field === 'entityId' || field === 'timestamp' ? event[field] : event.attributes?.[field];
}

function attributesOf(properties: Record<Attribute, unknown>): Attribute[] {
  return Object.keys(properties).filter((name): name is Attribute => Object.hasOwn(properties, name));
}
