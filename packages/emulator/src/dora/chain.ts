import canonicalize from 'canonicalize';

/** A deployment of a chain: what metrics need of an `event-deploy` with an entity and an environment. */
export interface Deployment {
  id: string;
  /** Ingest sequence: the order among equal timestamps. */
  seq: number;
  /** Timestamp of the event, milliseconds since 1970. */
  t: number;
  /** `build_commit_sha`, as sent. */
  sha: string | undefined;
  /** `status` is `failed`. */
  isFailed: boolean;
  /** It has no status, and counts as succeeded. */
  hasUnknownStatus: boolean;
  changeId: string | undefined;
  /** JSON text. */
  attributes: string;
}

/** The deployments of one entity in one environment, and those that were sent again. */
export interface Chain {
  /** By (t, seq). */
  deployments: Deployment[];
  /** Same timestamp and attributes as an earlier one: counted once, and here. */
  duplicates: Deployment[];
}

/** Puts deployments of one entity and environment in order. */
export function chainOf(all: readonly Deployment[]): Chain {
  const chain: Chain = { deployments: [], duplicates: [] };
  // Of the deployments at one instant: nearly always it is one, and nothing has to be compared.
  let sameTime: Deployment[] = [];
  for (const deployment of all.toSorted((a, b) => a.t - b.t || a.seq - b.seq)) {
    if (sameTime[0]?.t !== deployment.t) sameTime = [];
    const isDuplicate = sameTime.some((other) => hasSameAttributes(other, deployment));
    (isDuplicate ? chain.duplicates : chain.deployments).push(deployment);
    sameTime.push(deployment);
  }
  return chain;
}

function hasSameAttributes(a: Deployment, b: Deployment): boolean {
  return a.attributes === b.attributes || canonical(a.attributes) === canonical(b.attributes);
}

function canonical(json: string): string | undefined {
  return canonicalize(JSON.parse(json));
}
