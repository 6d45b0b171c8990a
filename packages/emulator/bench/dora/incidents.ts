import { incidentStart } from '../../src/incidents/incident-span.ts';
import { type IncidentRecord, type IncidentState, SEVERITIES } from '../../src/store/incident-port.ts';
import { idOf, type Random } from './random.ts';

export interface IncidentPlan {
  accountId: string;
  /** That only this incident has. */
  name: string;
  changeId: string;
  entityId: string;
  deployedAt: number;
  /** Nothing is known beyond this instant. */
  until: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** One of ten is canceled, one of ten is not over. */
const STATES: readonly IncidentState[] = [
  ...Array.from({ length: 14 }, () => 'resolved' as const),
  ...(['closed', 'closed', 'canceled', 'canceled', 'in_progress', 'reopened'] as const),
];

/** Makes an incident after a deployment; a few name a change that nobody deployed, or began before it. */
export function incidentAfter(plan: IncidentPlan, random: Random): IncidentRecord {
  const { accountId, name, entityId, deployedAt, until } = plan;
  const begun = deployedAt + (random.chance(0.05) ? -1 : 1) * random.between(5 * MINUTE, 30 * HOUR);
  const detectedAt = Math.min(Math.floor(begun), until - 1);
  const ended = Math.floor(detectedAt + 10 * MINUTE + 20 * HOUR * random.next() ** 3);
  const wanted = random.pick(STATES);
  const isOver = ended < until && wanted !== 'in_progress';
  const state = isOver || wanted === 'canceled' ? wanted : 'in_progress';
  const times = { detectedAt, reportedAt: null, createdAt: detectedAt + MINUTE };
  return {
    accountId,
    id: idOf(`incident ${name}`, detectedAt),
    title: `Errors after ${plan.changeId}`,
    description: null,
    externalSystem: 'pager',
    externalIncidentNumber: name,
    state,
    severity: random.pick(SEVERITIES),
    ...times,
    resolvedAt: isOver && state !== 'closed' ? ended : null,
    closedAt: isOver && state === 'closed' ? ended : null,
    changeId: random.chance(0.03) ? `CHG-unknown-${name}` : plan.changeId,
    env: random.chance(0.1) ? 'prod' : 'production',
    affectedEntityIds: random.chance(0.6) ? [entityId] : [],
    customFields: '{}',
    updatedAt: isOver ? ended : detectedAt + MINUTE,
    startedAt: incidentStart(times),
  };
}
