import type { LinkRecord, RepoRecord, Store } from '../store/store.ts';
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
import { readIncidentInputs } from './incident-inputs.ts';
import { addNewCommits, type KnownRepos, knowAll, parseKnownRepos, withSizes } from './known-repos.ts';
import { prefetch } from './prefetch.ts';
import { readEventCommits } from './read-event-commits.ts';
import { createRepoGraphs } from './repo-graphs.ts';
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
  repos: KnownRepos;
  links: LinkRecord[] | undefined;
}

/** Chains that are read while one is calculated. */
const READ_AHEAD = 4;

/** Calculates what is dirty, and hands out chain after chain. */
export async function calculateChains(
  input: CalculationInput,
  take: (chain: CalculatedChain) => Promise<void>,
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

  const repos = await store.listRepos(accountId);
  const graphs = createRepoGraphs(store, accountId, { fresh: input.full });
  const nowKnown = isFull
    ? knowAll(repos)
    : await addNewCommits(dirty, { repos, known: parseKnownRepos(state.repos), chains: known, graphs });

  const incidents = await readIncidentInputs(store, accountId, settings.environmentAliases);
  const changeUses = incidents.length === 0 || isFull ? [] : await store.listChangeUses(accountId);
  const links = isFull ? [] : await store.listLinks(accountId);
  if (!isFull)
    addIncidents(dirty, { incidents, links, changeUses, newChanges: news.changes, chains: chainsById });

  const laid = collectLinks(incidents, links);
  const lookUp = {
    byChange: Map.groupBy(incidents, ({ changeId }) => changeId),
    usesByChange: Map.groupBy(changeUses, ({ changeId }) => changeId),
  };
  const reposOf = groupByEntity(repos);
  const reposFor = ({ entityId, env }: DirtyChain['key']) =>
    entityId === null || env === null ? [] : (reposOf.get(entityId) ?? []);
  const wanted = inOrderOfRepos(
    [...dirty].filter(({ key }) => isWanted(key)),
    reposFor,
  );

  let nextId = known.reduce((most, { id }) => Math.max(most, id), 0) + 1;
  const newId = () => nextId++;
  const read = (chain: DirtyChain): Promise<ChainStart> =>
    readChain(store, accountId, chain, chainsByName.get(chainName(chain.key)), {
      newId,
      upToSeq: watermark,
      settings,
    });
  let [done, deployments] = [0, 0];
  for await (const start of prefetch(wanted, read, READ_AHEAD)) {
    if (signal?.aborted) throw new Error('The calculation was interrupted: the service is stopping.');
    const graph = await graphs.graphOf(reposFor(start.dirty.key));
    const calculated = calculateChain(start, lookUp, graph, settings);
    laid.take(calculated);
    await take(calculated);
    deployments += start.deployments.length;
    done += 1;
    onProgress?.(done, wanted.length);
  }
  return {
    isFull,
    version: state?.version,
    watermark,
    dirtyChains: wanted.length,
    deployments,
    repos: withSizes(nowKnown, graphs),
    links: laid.finish(),
  };
}

function groupByEntity(repos: readonly RepoRecord[]): Map<string, RepoRecord[]> {
  const reposOf = new Map<string, RepoRecord[]>();
  for (const repo of repos) {
    for (const entityId of repo.entityIds) {
      const own = reposOf.get(entityId);
      if (own) own.push(repo);
      else reposOf.set(entityId, [repo]);
    }
  }
  return reposOf;
}

/** Those of the same repositories one after the other, so that each graph is loaded once. */
function inOrderOfRepos(
  chains: readonly DirtyChain[],
  reposFor: (key: DirtyChain['key']) => readonly RepoRecord[],
): DirtyChain[] {
  const named = chains.map((chain) => ({
    chain,
    name: reposFor(chain.key)
      .map(({ id }) => id)
      .join(' '),
  }));
  return named.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).map(({ chain }) => chain);
}
