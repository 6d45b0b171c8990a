import { createHash } from 'node:crypto';
import type { Incident } from '../dora/link-incidents.ts';
import { environmentKey } from '../environment.ts';
import { incidentSpan } from '../incidents/incident-span.ts';
import type { IncidentCause, IncidentStore } from '../store/incident-port.ts';
import type { ChainKey } from '../store/metric-port.ts';

/** An incident that counts, and which chains it concerns. */
export interface IncidentInput extends Incident {
  env: string;
  /** Empty for all of the account. */
  entityIds: readonly string[];
  /** Of all that decides about what it is laid to. */
  digest: string;
}

/** Of a digest that is no hash. */
const LONGEST_DIGEST = 200;

/** All incidents of the account but the canceled ones. */
export async function readIncidentInputs(
  store: Pick<IncidentStore, 'listIncidentCauses'>,
  accountId: string,
  aliases: Readonly<Record<string, string>>,
): Promise<IncidentInput[]> {
  const causes = await store.listIncidentCauses(accountId);
  return causes.map((cause) => toInput(cause, aliases));
}

function toInput(cause: IncidentCause, aliases: Readonly<Record<string, string>>): IncidentInput {
  const { id, changeId, affectedEntityIds } = cause;
  const { start, end } = incidentSpan(cause);
  const env = environmentKey(cause.env, aliases);
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
