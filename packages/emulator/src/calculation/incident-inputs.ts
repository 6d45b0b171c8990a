import { createHash } from 'node:crypto';
import type { Incident } from '../dora/link-incidents.ts';
import { environmentKey } from '../environment.ts';
import { incidentSpan } from '../incidents/incident-span.ts';
import { INCIDENT_STATES, type IncidentRecord, type IncidentStore } from '../store/incident-port.ts';
import type { ChainKey } from '../store/metric-port.ts';

/** An incident that counts, and which chains it concerns. */
export interface IncidentInput extends Incident {
  env: string;
  /** Empty for all of the account. */
  entityIds: readonly string[];
  /** Of all that decides about what it is laid to. */
  digest: string;
}

const PAGE = 10_000;
const LONGEST_DIGEST = 200;
const COUNTING = INCIDENT_STATES.filter((state) => state !== 'canceled');

/** All incidents of the account but the canceled ones. */
export async function readIncidentInputs(
  store: Pick<IncidentStore, 'listIncidents'>,
  accountId: string,
  aliases: Readonly<Record<string, string>>,
): Promise<IncidentInput[]> {
  const inputs: IncidentInput[] = [];
  let after: { startedAt: number; id: string } | undefined;
  do {
    const query = { accountId, states: COUNTING, limit: PAGE, offset: 0, after };
    const { items }: { items: IncidentRecord[] } = await store.listIncidents(query);
    for (const item of items) inputs.push(toInput(item, aliases));
    after = items.length < PAGE ? undefined : items.at(-1);
  } while (after);
  return inputs;
}

function toInput(record: IncidentRecord, aliases: Readonly<Record<string, string>>): IncidentInput {
  const { id, changeId, affectedEntityIds } = record;
  const { start, end } = incidentSpan(record);
  const env = environmentKey(record.env, aliases);
  const entityIds = affectedEntityIds.toSorted();
  const text = JSON.stringify([changeId, env, entityIds, start, end ?? null]);
  // A hash of each would cost more than everything else that is done with most of them.
  const digest = text.length <= LONGEST_DIGEST ? text : createHash('sha256').update(text).digest('base64url');
  return { id, changeId: changeId?.trim() || undefined, start, end, env, entityIds, digest };
}

/** Whether an incident can be laid to deployments of a chain. */
export function concerns({ env, entityIds }: IncidentInput, chain: ChainKey): boolean {
  if (chain.entityId === null || chain.env !== env) return false;
  return entityIds.length === 0 || entityIds.includes(chain.entityId);
}
