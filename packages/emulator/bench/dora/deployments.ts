import type { IncidentRecord } from '../../src/store/incident-port.ts';
import type { NewEvent } from '../../src/store/store.ts';
import { type DeploymentKind, deploymentEvent, resend } from './deployment-event.ts';
import { type Landing, landingsOf } from './history.ts';
import { incidentAfter } from './incidents.ts';
import { createRandom, type Random } from './random.ts';
import type { Rhythm } from './rhythm.ts';
import { ENVIRONMENTS, type Environment, type Stream } from './world.ts';

/** A deployment or an incident, and when it became known. */
export type Happening =
  | { at: number; kind: DeploymentKind; event: NewEvent }
  | { at: number; kind: 'incident'; incident: IncidentRecord };

/** Of all deployments; the rest advances. */
const KINDS: readonly (readonly [DeploymentKind, number])[] = [
  ['failed', 0.06],
  ['rollback', 0.03],
  ['redeploy', 0.03],
  ['without-commit', 0.01],
  ['lost-commit', 0.01],
  ['without-env', 0.0025],
  ['without-entity', 0.0025],
  ['re-sent', 0.002],
];
/** Of the deployments to production that have a change id: 3 % of all deployments. */
export const INCIDENTS = 0.11;

const MINUTE = 60_000;
/** From the landing to the deployment, at least and at most. */
const DELAYS: Readonly<Record<Environment, readonly [number, number]>> = {
  development: [2 * MINUTE, 20 * MINUTE],
  staging: [10 * MINUTE, 60 * MINUTE],
  production: [30 * MINUTE, 150 * MINUTE],
};

/** What an environment runs, and ran before. */
interface Running {
  landings: Landing[];
  last: NewEvent | undefined;
}

/** All deployments of an entity from one repository, and the incidents that followed, nearly in order of time. */
export function* happeningsOf(stream: Stream, rhythm: Rhythm, accountId: string): Generator<Happening, void> {
  const random = createRandom(stream.seed);
  const running: Readonly<Record<Environment, Running>> = {
    development: { landings: [], last: undefined },
    staging: { landings: [], last: undefined },
    production: { landings: [], last: undefined },
  };
  const { landings } = stream.repo;
  let index = 0;
  let number = 0;
  for (const landing of landingsOf(stream.repo, rhythm)) {
    index++;
    for (const environment of ENVIRONMENTS) {
      const all = stream.deployments[environment];
      // Spread evenly over what lands: an environment that is deployed seldom skips landings.
      const slots = Math.floor((all * index) / landings) - Math.floor((all * (index - 1)) / landings);
      let at = landing.at + Math.floor(random.between(...DELAYS[environment]));
      for (let slot = 0; slot < slots; slot++) {
        const happening = deploy(stream, environment, running[environment], landing, at, ++number, random);
        yield happening;
        at += random.whole(5 * MINUTE, 20 * MINUTE);
        if (environment !== 'production' || landing.changeId === undefined) continue;
        if (happening.kind === 'rollback' || !random.chance(INCIDENTS)) continue;
        const name = `${stream.name} ${number}`;
        const cause = { changeId: landing.changeId, entityId: stream.entity.id, deployedAt: at };
        const incident = incidentAfter({ accountId, name, until: rhythm.end, ...cause }, random);
        yield { at: incident.createdAt, kind: 'incident', incident };
      }
    }
  }
}

function deploy(
  stream: Stream,
  environment: Environment,
  running: Running,
  landing: Landing,
  at: number,
  number: number,
  random: Random,
): Extract<Happening, { event: NewEvent }> {
  const kind = possibleKind(drawKind(random), running, landing);
  if (kind === 're-sent' && running.last) {
    const event = resend(running.last, `${stream.name} ${number}`);
    return { at: event.createdAt, kind, event };
  }
  const [before, current] = [running.landings.at(-2), running.landings.at(-1)];
  const brought = (kind === 'rollback' ? before : kind === 'redeploy' ? current : undefined) ?? landing;
  if (kind === 'advance' || kind === 'rollback') {
    running.landings.push(brought);
    if (running.landings.length > 2) running.landings.shift();
  }
  const event = deploymentEvent({ stream, environment, kind, landing: brought, at, number }, random);
  running.last = event;
  return { at: event.createdAt, kind, event };
}

function drawKind(random: Random): DeploymentKind {
  let draw = random.next();
  for (const [kind, share] of KINDS) {
    draw -= share;
    if (draw < 0) return kind;
  }
  return 'advance';
}

/** What was drawn, where it can be: nothing is rolled back before there is something to go back to. */
function possibleKind(drawn: DeploymentKind, { landings, last }: Running, landing: Landing): DeploymentKind {
  const current = landings.at(-1);
  if (drawn === 'rollback' && (landings.length < 2 || landings.at(-2) === current)) return 'advance';
  if (drawn === 'redeploy' && !current) return 'advance';
  if (drawn === 're-sent' && !last) return 'advance';
  return drawn === 'advance' && current === landing ? 'redeploy' : drawn;
}
