import type { CommitGraph } from '../dora/commit-graph.ts';
import type { LinkChanges, Store } from '../store/store.ts';
import { type CalculatedChain, type ChainStart, calculateChain, readChain } from './calculate-chain.ts';
import { chainName } from './chain-key.ts';
import { collectLinks } from './collect-links.ts';
import { addEventCommits } from './event-commits.ts';
import {
  addAllChains,
  addIncidents,
  addNewEvents,
  createDirtyChains,
  type DirtyChain,
} from './find-dirty.ts';
import {
  addNewCommits,
  type History,
  historiesOf,
  historyFinder,
  type KnownHistories,
  knownAfter,
  parseKnownHistories,
} from './histories.ts';
import { createHistoryGraphs } from './history-graphs.ts';
import { readIncidentInputs } from './incident-inputs.ts';
import { prefetch } from './prefetch.ts';
import { readEventCommits } from './read-event-commits.ts';
import { type CalculationSettings, settingsText } from './settings.ts';

export interface CalculationInput {
  store: Store;
  accountId: string;
  settings: CalculationSettings;
  /** Everything anew. It is so anyway before the first calculation, and after other settings. */
  full: boolean;
  /** Everything from this day on, besides what has changed. */
  fromDay?: number | undefined;
  /** Which of the dirty chains are wanted; all by default. */
  isWanted?: (chain: DirtyChain['key']) => boolean;
  onProgress?: ((done: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** What a calculation stands on, and what it leaves besides the chains. */
export interface CalculationOutcome {
  isFull: boolean;
  version: number | undefined;
  watermark: number;
  dirtyChains: number;
  deployments: number;
  histories: KnownHistories;
  links: LinkChanges;
}

/** What was read, or calculated, before a stop may be a part only. */
export function refuseWhenStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new Error('The calculation was interrupted: the service stops, or another one calculates.');
}

/** Chains that are read while one is calculated. */
const READ_AHEAD = 8;

/** Calculates what is dirty, and hands out chain after chain. */
export async function calculateChains(
  input: CalculationInput,
  take: (chain: CalculatedChain, outcome: { isFull: boolean }) => Promise<void>,
): Promise<CalculationOutcome> {
  const { store, accountId, settings, isWanted = () => true, onProgress, signal } = input;
  const state = await store.getMetricState(accountId);
  const isFull = input.full || !state || state.settings !== settingsText(settings);
  const watermark = await store.lastEventSeq(accountId);
  const known = await store.listChains({ accountId });
  const chainsById = new Map(known.map((chain) => [chain.id, chain]));
  const chainsByName = new Map(known.map((chain) => [chainName(chain), chain]));

  const dirty = createDirtyChains();
  const range = { accountId, afterSeq: state?.watermark ?? 0, upToSeq: watermark };
  const news = isFull
    ? { changes: [], commits: await readEventCommits(store, accountId) }
    : await addNewEvents(dirty, store, range, settings);
  const fromDay = isFull ? -Infinity : input.fromDay;
  if (fromDay !== undefined)
    await addAllChains(dirty, store, { accountId, upToSeq: watermark, fromDay }, settings);
  await addEventCommits(store, accountId, news.commits);

  const histories = historiesOf(await store.listRepos(accountId));
  const graphs = createHistoryGraphs(store, accountId, { fresh: input.full });
  const knownHistories = isFull ? {} : parseKnownHistories(state.histories);
  const findUses = (keys: readonly string[]) => store.listChangeUses(accountId, keys);
  const commits = { histories, known: knownHistories, chains: known, graphs, findUses };
  const [incidents, changeUses, links] = await Promise.all([
    readIncidentInputs(store, accountId, settings.environmentAliases),
    isFull ? [] : store.listChangeUses(accountId),
    isFull ? [] : store.listLinks(accountId),
    isFull ? undefined : addNewCommits(dirty, commits),
  ]);
  if (!isFull)
    addIncidents(dirty, { incidents, links, changeUses, newChanges: news.changes, chains: chainsById });

  const laid = collectLinks(incidents, links);
  const lookUp = {
    byChange: Map.groupBy(incidents, ({ changeId }) => changeId),
    usesByChange: Map.groupBy(changeUses, ({ changeId }) => changeId),
  };
  const historyOf = historyFinder(histories);
  const wanted = inOrderOfHistories(
    [...dirty].filter(({ key }) => isWanted(key)),
    historyOf,
  );

  let nextId = known.reduce((most, { id }) => Math.max(most, id), 0) + 1;
  const newId = () => nextId++;
  const options = { newId, upToSeq: watermark, settings };
  const read = async (chain: DirtyChain): Promise<{ start: ChainStart; graph: CommitGraph }> => {
    // A full calculation gives new ids: what it finds lies beside what is published until the end.
    const before = isFull ? undefined : chainsByName.get(chainName(chain.key));
    const [start, graph] = await Promise.all([
      readChain(store, accountId, chain, before, options),
      graphs.graphOf(historyOf(chain.key)),
    ]);
    return { start, graph };
  };
  let [done, deployments] = [0, 0];
  for await (const { start, graph } of prefetch(wanted, read, READ_AHEAD)) {
    refuseWhenStopped(signal);
    const calculated = calculateChain(start, lookUp, graph, settings);
    laid.take(calculated);
    await take(calculated, { isFull });
    deployments += start.deployments.length;
    done += 1;
    onProgress?.(done, wanted.length);
  }
  await graphs.kept();
  return {
    isFull,
    version: state?.version,
    watermark,
    dirtyChains: wanted.length,
    deployments,
    histories: knownAfter(histories, knownHistories, graphs),
    links: laid.finish(),
  };
}

/** Those of the same history one after the other, so that each graph is loaded once. */
function inOrderOfHistories(
  chains: readonly DirtyChain[],
  historyOf: (key: DirtyChain['key']) => History,
): DirtyChain[] {
  const named = chains.map((chain) => ({ chain, name: historyOf(chain.key).name }));
  return named.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).map(({ chain }) => chain);
}
