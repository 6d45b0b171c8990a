import { formatTimestamp, isObject, quote } from '@milepost/shared/validation';
import { resolveEntityScope } from '../auth/resolve-entity-scope.ts';
import type { IncidentRecord } from '../store/incident-port.ts';
import type { Store } from '../store/store.ts';
import { applyMapping, type Mapped } from './apply-mapping.ts';
import { changeIncident, type IncidentChanges, newIncident } from './change-incident.ts';
import type { Delivery } from './delivery.ts';
import { type UpsertOutcome, type UpsertStore, upsertIncident } from './upsert-incident.ts';
import type { IncidentWebhook } from './webhook-config.ts';

/** The custom field in which an incident keeps how new what it knows is, one instant a part. */
const AGES = 'lastWebhook';

/** What became of a delivery. `notes` tell what of it could not be used. */
export type DeliveryOutcome = { outcome: UpsertOutcome; id: string; notes: string[] } | { ignored: string };

/**
 * Makes or changes the incident that a delivery is about. One that comes again changes nothing; one that is older than
 * another of the same part that has come is ignored, so that the order of arrival does not matter.
 */
export async function receiveDelivery(
  store: Pick<Store, 'findEntities'> & UpsertStore,
  { source, accountId, mapping }: IncidentWebhook,
  { number, at, part, payload }: Delivery,
  now: number,
): Promise<DeliveryOutcome> {
  const { entities: named } = applyMapping(mapping, payload, true);
  const { ids, missing } = await resolveEntityScope(store, accountId, named ?? []);
  const unknown = missing.map(
    (index) => `affectedEntityIds: Entity ${quote(named?.[index] ?? '')} not found`,
  );
  let notes: string[] = [];

  function change(before: IncidentRecord | undefined): IncidentRecord | undefined {
    const custom = customFieldsOf(before);
    const age = isObject(custom[AGES]) ? custom[AGES][part] : undefined;
    if (at !== undefined && typeof age === 'string' && Date.parse(age) > at) return undefined;
    const mapped = applyMapping(mapping, payload, before === undefined);
    notes = [...mapped.notes, ...unknown];
    const ages = {
      ...(isObject(custom[AGES]) && custom[AGES]),
      ...(at !== undefined && { [part]: formatTimestamp(at) }),
    };
    const changes: IncidentChanges = {
      ...mapped.changes,
      // One that affects entities unknown to us does not thereby affect all of the account.
      ...(mapped.entities && (ids.length > 0 || missing.length === 0) && { affectedEntityIds: ids }),
      customFields: JSON.stringify({ ...custom, ...mapped.customFields, [AGES]: ages }),
    };
    const base = before ?? {
      ...newIncident(accountId, now),
      title: `${source} ${number}`,
      externalSystem: source,
      externalIncidentNumber: number,
    };
    return changeIncident(base, withReopened(base, mapped, changes), now, at);
  }

  const done = await upsertIncident(
    store,
    { accountId, externalSystem: source, externalIncidentNumber: number },
    change,
  );
  return done ? { ...done, notes } : { ignored: `what came before of ${number} is newer` };
}

function customFieldsOf(incident: IncidentRecord | undefined): Record<string, unknown> {
  const value: unknown = incident ? JSON.parse(incident.customFields) : {};
  return isObject(value) ? value : {};
}

/**
 * No system that sends us incidents has a state for one that was resolved and is open again; some keep the times of
 * its first end. Such an incident lasts: it is reopened.
 */
function withReopened(
  base: IncidentRecord,
  { changes: said }: Mapped,
  changes: IncidentChanges,
): IncidentChanges {
  const { state, resolvedAt, closedAt } = { ...base, ...said };
  const open = state === 'new' || state === 'in_progress' || state === 'on_hold';
  return open && (resolvedAt !== null || closedAt !== null) ? { ...changes, state: 'reopened' } : changes;
}
