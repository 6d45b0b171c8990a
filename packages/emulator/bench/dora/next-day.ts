import { DAY } from '../../src/dora/window.ts';
import type { IncidentRecord } from '../../src/store/incident-port.ts';
import type { CommitRecord } from '../../src/store/repo-port.ts';
import type { NewEvent } from '../../src/store/store.ts';
import { deploymentEvent } from './deployment-event.ts';
import { INCIDENTS } from './deployments.ts';
import { type Landing, landingsOf } from './history.ts';
import { incidentAfter } from './incidents.ts';
import { createRandom, type Random, seedOf, shaOf } from './random.ts';
import type { Environment, RepoPlan, Stream, World } from './world.ts';

/** One more day of a world. */
export interface NextDay {
  /** By repository. */
  commits: Map<string, CommitRecord[]>;
  events: NewEvent[];
  incidents: IncidentRecord[];
  /** Entities and environments that were deployed. */
  chains: number;
}

const HOUR = 3_600_000;
/** Of the deployments, those that bring a new commit. */
const BRING = 0.8;
/** Evens out how often streams are deployed: more chains on one day are more work for the night. */
const SPREAD = 0.6;
/** Incidents of earlier deployments that come to light. */
const LATE_INCIDENTS = 10;

/** Makes the day after the last one of a world: so many deployments, by whom it is usual, and what goes with them. */
export function nextDay(world: World, accountId: string, deployments: number): NextDay {
  const random = createRandom(seedOf(world.seed, 3, 0));
  const until = world.rhythm.end + DAY;
  const day: NextDay = { commits: new Map(), events: [], incidents: [], chains: 0 };
  const chains = new Set<string>();
  const chosen = chooseStreams(world, deployments, random);
  const heads = new Map(chosen.map(({ repo }) => [repo, lastLanding(world, repo)]));
  const times = chosen
    .map(() => world.rhythm.end + Math.floor(random.between(6 * HOUR, 22 * HOUR)))
    .toSorted();
  const addIncident = (name: string, { entity }: Stream, changeId: string, deployedAt: number) => {
    const incident = incidentAfter(
      { accountId, name, changeId, entityId: entity.id, deployedAt, until },
      random,
    );
    day.incidents.push(incident);
  };

  for (const [index, stream] of chosen.entries()) {
    const { repo } = stream;
    const at = times[index] ?? until;
    const before = heads.get(repo);
    if (!before) continue;
    if (index < LATE_INCIDENTS) {
      const changeId = before.changeId ?? `CHG-${repo.name}-${repo.landings}`;
      addIncident(`late ${stream.name}`, stream, changeId, world.rhythm.end);
    }
    const landing = random.chance(BRING) ? landOn(before, repo, at, index, random) : before;
    if (landing !== before)
      day.commits.set(repo.id, [...(day.commits.get(repo.id) ?? []), ...landing.commits]);
    heads.set(repo, landing);
    const environment = drawEnvironment(random);
    const kind = random.chance(0.06) ? 'failed' : 'advance';
    // Behind all that the stream has had.
    const number = 900_000 + index;
    day.events.push(deploymentEvent({ stream, environment, kind, landing, at, number }, random));
    chains.add(`${stream.entity.id} ${environment}`);
    if (environment === 'production' && landing.changeId !== undefined && random.chance(INCIDENTS)) {
      addIncident(`${stream.name} ${number}`, stream, landing.changeId, at);
    }
  }
  return { ...day, chains: chains.size };
}

function chooseStreams({ streams }: World, count: number, random: Random): Stream[] {
  let total = 0;
  const weighted = streams.map((stream) => {
    const { production, staging, development } = stream.deployments;
    total += (production + staging + development) ** SPREAD;
    return { stream, upTo: total };
  });
  return Array.from({ length: count }, () => {
    const draw = random.between(0, total);
    const found = weighted.find(({ upTo }) => upTo > draw);
    if (!found) throw new Error('a world without deployments has no next day');
    return found.stream;
  });
}

function lastLanding({ rhythm }: World, repo: RepoPlan): Landing {
  let last: Landing | undefined;
  for (const landing of landingsOf(repo, rhythm)) last = landing;
  if (!last) throw new Error(`${repo.name} has no commits`);
  return last;
}

function landOn(before: Landing, repo: RepoPlan, at: number, index: number, random: Random): Landing {
  const sha = shaOf(`${repo.id} next day ${index}`);
  const authoredAt = at - random.whole(HOUR, 48 * HOUR);
  const committedAt = at - random.whole(HOUR / 10, HOUR);
  const title = `Change of the day (#${repo.landings + index + 1})`;
  const commit = {
    sha,
    parents: [before.tip],
    authoredAt,
    committedAt,
    message: title,
    author: before.author,
  };
  const changeId = random.chance(0.42) ? `CHG-${repo.name}-${repo.landings + index + 1}` : undefined;
  return { ...before, at: committedAt, commits: [commit], tip: sha, title, changeId };
}

function drawEnvironment(random: Random): Environment {
  const draw = random.next();
  return draw < 0.7 ? 'production' : draw < 0.9 ? 'staging' : 'development';
}
