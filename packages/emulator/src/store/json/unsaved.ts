import type { StagedChain } from '../metric-port.ts';
import type { PackedGraph } from '../repo-port.ts';

/** What stays in memory, out of the file. */
export interface Unsaved {
  /** A cache, by account and repository. */
  graphs: Map<string, PackedGraph>;
  /** By account and run: a run does not outlive the process, nor can another process take it up. */
  staged: Map<string, Map<string, StagedChain[]>>;
}

export function createUnsaved(): Unsaved {
  return { graphs: new Map(), staged: new Map() };
}
