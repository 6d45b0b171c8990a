import { isDeepStrictEqual } from 'node:util';
import type { IncidentRecord, IncidentStore } from '../store/incident-port.ts';

export type UpsertStore = Pick<IncidentStore, 'findExternalIncident' | 'createIncident' | 'updateIncident'>;

/** The name that another system gave an incident. */
export interface ExternalName {
  accountId: string;
  externalSystem: string;
  externalIncidentNumber: string;
}

export type UpsertOutcome = 'created' | 'updated' | 'unchanged';

/** Others may create or delete the same incident meanwhile, but not for ever. */
const TRIES = 5;

/**
 * Creates the incident of that name, or changes the one that there is; writes nothing when nothing changes.
 *
 * @param change makes the new record of the one that there is; undefined to leave things as they are.
 * @param options.dryRun finds out what would happen, and writes nothing.
 * @returns undefined when `change` wanted nothing.
 */
export async function upsertIncident(
  store: UpsertStore,
  { accountId, externalSystem, externalIncidentNumber }: ExternalName,
  change: (before: IncidentRecord | undefined) => IncidentRecord | undefined,
  { dryRun = false } = {},
): Promise<{ outcome: UpsertOutcome; id: string } | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await store.findExternalIncident(accountId, externalSystem, externalIncidentNumber);
    const after = change(before);
    if (!after) return undefined;
    const { id } = after;
    if (before && isDeepStrictEqual({ ...after, updatedAt: before.updatedAt }, before))
      return { outcome: 'unchanged', id };
    if (dryRun) return { outcome: before ? 'updated' : 'created', id };
    const outcome = await (before ? store.updateIncident(after) : store.createIncident(after));
    if (outcome === 'created' || outcome === 'updated') return { outcome, id };
  }
  throw new Error(
    `${externalSystem} ${externalIncidentNumber} was created and deleted ${TRIES} times meanwhile`,
  );
}
