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
  changeId: string | undefined;
  /** Equal for equal attributes. */
  digest: string;
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
  const seen = new Set<string>();
  for (const deployment of all.toSorted((a, b) => a.t - b.t || a.seq - b.seq)) {
    const key = `${deployment.t} ${deployment.digest}`;
    (seen.has(key) ? chain.duplicates : chain.deployments).push(deployment);
    seen.add(key);
  }
  return chain;
}
