import { dayOf } from '../dora/window.ts';
import type { ChainKey, ChainRecord, ChangeUse, LinkRecord, MetricEvent, Store } from '../store/store.ts';
import { chainKeyOf, chainName } from './chain-key.ts';
import { changeKey } from './change-key.ts';
import { deploymentOf } from './deployment-of.ts';
import { concerns, type IncidentInput } from './incident-inputs.ts';
import type { CalculationSettings } from './settings.ts';

/** A chain that has to be calculated, from a day on. */
export interface DirtyChain {
  key: ChainKey;
  /** -Infinity for all of it. */
  fromDay: number;
}

/** Collects what has to be calculated: of a chain that is named twice the earlier day counts. */
export interface DirtyChains extends Iterable<DirtyChain> {
  add(key: ChainKey, fromDay: number): void;
}

export function createDirtyChains(): DirtyChains {
  const chains = new Map<string, DirtyChain>();
  return {
    add(key, fromDay) {
      const name = chainName(key);
      const known = chains.get(name);
      if (known) known.fromDay = Math.min(known.fromDay, fromDay);
      else chains.set(name, { key: { entityId: key.entityId, env: key.env }, fromDay });
    },
    [Symbol.iterator]: () => chains.values(),
  };
}

/** Events of one reading. */
const PAGE = 5000;

/** Every chain that there is, from a day on. */
export async function addAllChains(
  dirty: DirtyChains,
  store: Pick<Store, 'listChainKeys'>,
  { accountId, upToSeq, fromDay }: { accountId: string; upToSeq: number; fromDay: number },
  { environmentAliases }: CalculationSettings,
): Promise<void> {
  for (const key of await store.listChainKeys(accountId, upToSeq))
    dirty.add(chainKeyOf(key, environmentAliases), fromDay);
}

/** A new deployment with a change id. */
export interface NewChangeUse {
  key: ChainKey;
  changeId: string;
  t: number;
}

/**
 * The chains of new deployments, from the day of each on.
 *
 * @returns those that carry a change id, and the commits among the events.
 */
export async function addNewEvents(
  dirty: DirtyChains,
  store: Pick<Store, 'readNewEvents'>,
  { accountId, afterSeq, upToSeq }: { accountId: string; afterSeq: number; upToSeq: number },
  { environmentAliases }: CalculationSettings,
): Promise<{ changes: NewChangeUse[]; commits: MetricEvent[] }> {
  const changes: NewChangeUse[] = [];
  const commits: MetricEvent[] = [];
  for (let after = afterSeq; after < upToSeq; ) {
    const page = await store.readNewEvents(accountId, after, PAGE);
    for (const event of page) {
      if (event.seq > upToSeq) continue;
      if (event.type === 'event-commit') {
        commits.push(event);
        continue;
      }
      const key = chainKeyOf(event, environmentAliases);
      const { t, changeId } = deploymentOf(event);
      dirty.add(key, dayOf(t));
      if (changeId !== undefined) changes.push({ key, changeId, t });
    }
    const last = page.at(-1);
    if (!last) break;
    after = last.seq;
  }
  return { changes, commits };
}

/**
 * The chains of incidents that are new, changed or gone, and of those whose change id came with a new deployment.
 * What an incident changes begins with it, or with the deployment that it is or was laid to.
 */
export function addIncidents(
  dirty: DirtyChains,
  input: {
    incidents: readonly IncidentInput[];
    /** As the last calculation left them. */
    links: readonly LinkRecord[];
    changeUses: readonly ChangeUse[];
    newChanges: readonly NewChangeUse[];
    chains: ReadonlyMap<number, ChainRecord>;
  },
): void {
  const { incidents, links, changeUses, newChanges, chains } = input;
  const current = new Map(incidents.map((incident) => [incident.id, incident]));
  const known = new Map(links.map(({ incidentId, digest }) => [incidentId, digest]));
  for (const { incidentId, chainId, t, start, digest } of links) {
    const chain = chains.get(chainId);
    if (chain && current.get(incidentId)?.digest !== digest) dirty.add(chain, dayOf(Math.min(t, start)));
  }

  const usesOf = Map.groupBy(changeUses, ({ changeId }) => changeId);
  const newUsesOf = Map.groupBy(newChanges, ({ changeId }) => changeId);
  for (const incident of incidents) {
    if (incident.changeId === undefined) continue;
    const newUses = newUsesOf.get(incident.changeId) ?? [];
    if (known.get(incident.id) === incident.digest && newUses.length === 0) continue;
    for (const { chainId, t } of usesOf.get(changeKey(incident.changeId)) ?? []) {
      const chain = chains.get(chainId);
      if (chain && concerns(incident, chain)) dirty.add(chain, dayOf(Math.min(t, incident.start)));
    }
    for (const { key, t } of newUses)
      if (concerns(incident, key)) dirty.add(key, dayOf(Math.min(t, incident.start)));
  }
}
