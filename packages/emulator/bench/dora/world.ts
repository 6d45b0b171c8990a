import { createRandom, idOf, seedOf } from './random.ts';
import { createRhythm, type Rhythm } from './rhythm.ts';

export interface WorldOptions {
  /** All of them, and as many commits. */
  deployments: number;
  /** The last day with deployments, in days since 1970. */
  lastDay: number;
  seed: number;
}

/** What there is to deploy, and how much of it: the plan that everything else is made by. */
export interface World extends WorldOptions {
  rhythm: Rhythm;
  entities: EntityPlan[];
  repos: RepoPlan[];
  streams: Stream[];
}

export interface EntityPlan {
  id: string;
  shortId: string;
  /** From 0 on: the first one is deployed most often. */
  rank: number;
}

export interface RepoPlan {
  id: string;
  name: string;
  seed: number;
  entityIds: string[];
  commits: number;
  /** How many times something lands on the main branch: a commit, or a merge of several. */
  landings: number;
}

/** The deployments of one entity from one repository. */
export interface Stream {
  name: string;
  seed: number;
  entity: EntityPlan;
  repo: RepoPlan;
  deployments: Readonly<Record<Environment, number>>;
}

export const ENVIRONMENTS = ['development', 'staging', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

const DAYS = 730;
const MOST_ENTITIES = 1000;
/** Commits per landing differ: some teams squash, some merge branches. */
const LANDINGS_PER_COMMIT = [0.62, 0.7, 0.9];

/** Plans the entities, their repositories and the rhythm of their deployments. */
export function planWorld(options: WorldOptions): World {
  const { deployments, lastDay, seed } = options;
  const count = Math.max(1, Math.min(MOST_ENTITIES, Math.floor(deployments / 10)));
  const random = createRandom(seed);
  const rhythm = createRhythm(lastDay, DAYS);
  const born = rhythm.instantOf(0);
  const shares = apportion(
    deployments,
    Array.from({ length: count }, (_, rank) => (rank + count / 20) ** -1.8),
  );
  const repos: RepoPlan[] = [];
  const streams: Stream[] = [];

  const newRepo = (name: string) => {
    const plan = { id: idOf(`repo ${name}`, born), name, seed: seedOf(seed, 1, repos.length) };
    const repo: RepoPlan = { ...plan, entityIds: [], commits: 0, landings: 0 };
    repos.push(repo);
    return repo;
  };
  const addStream = (entity: EntityPlan, repo: RepoPlan, all: number) => {
    if (all === 0) return;
    const production = Math.round(all * 0.7);
    const staging = Math.round(all * 0.9) - production;
    const counts = { production, staging, development: all - production - staging };
    const name = `${entity.shortId} ${repo.name}`;
    streams.push({ name, seed: seedOf(seed, 2, streams.length), entity, repo, deployments: counts });
    repo.entityIds.push(entity.id);
    repo.commits += all;
  };

  const entities = shares.map((all, rank) => {
    const shortId = `service-${String(rank + 1).padStart(4, '0')}`;
    const entity: EntityPlan = { id: idOf(`entity ${shortId}`, born), shortId, rank };
    // Every tenth lives in the repository of its neighbour, every twentieth has two of its own.
    const neighbour = rank % 10 === 9 ? repos.at(-1) : undefined;
    const second = rank % 20 === 5 ? Math.floor(all / 5) : 0;
    addStream(entity, neighbour ?? newRepo(shortId), all - second);
    if (second > 0) addStream(entity, newRepo(`${shortId}-config`), second);
    return entity;
  });
  const used = repos.filter(({ commits }) => commits > 0);
  for (const repo of used) {
    repo.landings = Math.max(1, Math.round(repo.commits * random.pick(LANDINGS_PER_COMMIT)));
  }
  return { ...options, rhythm, entities, repos: used, streams };
}

/** Divides a whole number by weights, nothing lost: each part ends where the sum of the weights so far does. */
function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let weight = 0;
  let given = 0;
  return weights.map((one) => {
    weight += one;
    const share = Math.round((total * weight) / sum) - given;
    given += share;
    return share;
  });
}
