import type { LinkChanges, LinkRecord } from '../store/metric-port.ts';
import type { CalculatedChain } from './calculate-chain.ts';
import type { IncidentInput } from './incident-inputs.ts';

/** What incidents are laid to, while chains are calculated. */
export interface Links {
  /**
   * Takes what was found of a chain. What was known of an incident that has not changed is found again, or laid to a
   * deployment that is new: none goes.
   */
  take(chain: CalculatedChain): void;
  /** What has changed; incidents that none of the account's deployments has are linked to none. */
  finish(): LinkChanges;
}

/** @param known as the last calculation left them; none before a full one, which takes the place of whatever is kept. */
export function collectLinks(incidents: readonly IncidentInput[], known: readonly LinkRecord[]): Links {
  const current = new Map(incidents.map((incident) => [incident.id, incident]));
  const links = new Map<string, LinkRecord>();
  const nameOf = ({ incidentId, chainId }: LinkRecord) => `${incidentId} ${chainId}`;
  for (const link of known) {
    const isCurrent = current.get(link.incidentId)?.digest === link.digest;
    if (link.chainId !== 0 && isCurrent) links.set(nameOf(link), link);
  }

  return {
    take({ chain, links: found }) {
      for (const { incident, t } of found) {
        const link = linkOf(incident, chain.id, t);
        links.set(nameOf(link), link);
      }
    },

    finish() {
      const laid = new Set(Array.from(links.values(), ({ incidentId }) => incidentId));
      const orphans = incidents.filter(({ id }) => !laid.has(id)).map((incident) => linkOf(incident, 0, 0));
      const before = new Map(known.map((link) => [nameOf(link), link]));
      const put: LinkRecord[] = [];
      for (const link of [...links.values(), ...orphans]) {
        const old = before.get(nameOf(link));
        before.delete(nameOf(link));
        if (old?.t !== link.t || old.digest !== link.digest) put.push(link);
      }
      return { gone: [...before.values()], put };
    },
  };
}

function linkOf({ id, start, end, digest }: IncidentInput, chainId: number, t: number): LinkRecord {
  return { incidentId: id, chainId, t, start, end: end ?? null, digest };
}
