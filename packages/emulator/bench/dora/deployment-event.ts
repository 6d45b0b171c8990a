import { blueprints } from '@milepost/shared';
import type { NewEvent } from '../../src/store/store.ts';
import type { Landing } from './history.ts';
import { idOf, type Random, shaOf } from './random.ts';
import type { Environment, Stream } from './world.ts';

/** What a deployment is made of. */
export interface DeploymentPlan {
  stream: Stream;
  environment: Environment;
  kind: DeploymentKind;
  /** What it brings, or brings back. */
  landing: Pick<Landing, 'tip' | 'title' | 'author' | 'changeId'>;
  at: number;
  /** That only this one of the stream has. */
  number: number;
}

export type DeploymentKind =
  | 'advance'
  | 'failed'
  | 'rollback'
  | 'redeploy'
  | 'without-commit'
  | 'lost-commit'
  | 'without-env'
  | 'without-entity'
  | 're-sent';

const MINUTE = 60_000;
const DEPLOY = blueprints.find(({ shortId }) => shortId === 'event-deploy');
const SENDER = { kind: 'api-key', id: 'e0000000-0000-4000-8000-000000000003' } as const;

/** As teams write them. Most keep to one name, which is why it comes more than once. */
const SPELLINGS: Readonly<Record<Environment, readonly string[]>> = {
  production: ['production', 'production', 'production', 'prod', 'PRD', 'Live'],
  staging: ['staging', 'staging', 'stg', 'Stage'],
  development: ['development', 'development', 'dev'],
};

/** Makes the event of a deployment, as the ingestion would store it. */
export function deploymentEvent(plan: DeploymentPlan, random: Random): NewEvent {
  const { stream, environment, kind, landing, at, number } = plan;
  const env = kind === 'without-env' ? undefined : random.pick(SPELLINGS[environment]);
  const status = kind === 'failed' ? 'failed' : random.chance(0.003) ? undefined : 'success';
  const changeId = kind === 'rollback' ? undefined : landing.changeId;
  const build = `${stream.entity.rank + 1}${String(number).padStart(6, '0')}`;
  const attributes = {
    env,
    status,
    build_id: build,
    build_commit_sha: commitOf(plan, random),
    build_url: `https://ci.example.com/${stream.repo.name}/runs/${build}`,
    description: landing.title,
    initiator: landing.author,
    change_id: changeId,
    change_title: changeId === undefined ? undefined : landing.title,
    deployment_start_time: new Date(at - random.whole(MINUTE, 10 * MINUTE)).toISOString(),
  };
  const createdAt = at + random.whole(500, MINUTE);
  return {
    id: idOf(`${stream.name} ${number}`, createdAt),
    type: 'event-deploy',
    blueprintId: DEPLOY?.id ?? '',
    entityId: kind === 'without-entity' ? null : stream.entity.id,
    timestamp: at,
    createdAt,
    env: env?.toLowerCase() ?? null,
    status: status ?? null,
    attributes: JSON.stringify(attributes),
    sender: SENDER,
  };
}

/** The same deployment, sent once more. */
export function resend(event: NewEvent, name: string): NewEvent {
  const createdAt = event.createdAt + MINUTE;
  return { ...event, id: idOf(name, createdAt), createdAt };
}

function commitOf({ kind, landing, stream, number }: DeploymentPlan, random: Random): string | undefined {
  if (kind === 'without-commit') return undefined;
  const sha = kind === 'lost-commit' ? shaOf(`lost ${stream.name} ${number}`) : landing.tip;
  const form = random.next();
  // Some tools send what `git rev-parse --short=12` says, some write hex in capitals.
  return form < 0.02 ? sha.slice(0, 12) : form < 0.03 ? sha.toUpperCase() : sha;
}
