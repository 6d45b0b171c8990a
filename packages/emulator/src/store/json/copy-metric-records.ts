/** Copies of incidents, repositories and metrics on their way in and out, as in `copy-record.ts`. */
import type { IncidentRecord } from '../incident-port.ts';
import type {
  ChainEvent,
  ChainRecord,
  ChangeUse,
  DayRecord,
  LinkRecord,
  MetricEvent,
  MetricState,
  Publication,
  RunRecord,
  StagedChain,
} from '../metric-port.ts';
import type { CommitRecord, PackedGraph, RepoRecord } from '../repo-port.ts';

export function copyIncident(incident: IncidentRecord): IncidentRecord {
  const { accountId, id, title, description, externalSystem, externalIncidentNumber, state, severity } =
    incident;
  const { detectedAt, reportedAt, resolvedAt, closedAt, changeId, env, affectedEntityIds } = incident;
  const { customFields, createdAt, updatedAt, startedAt } = incident;
  return {
    accountId,
    id,
    title,
    description,
    externalSystem,
    externalIncidentNumber,
    state,
    severity,
    detectedAt,
    reportedAt,
    resolvedAt,
    closedAt,
    changeId,
    env,
    affectedEntityIds: [...affectedEntityIds],
    customFields,
    createdAt,
    updatedAt,
    startedAt,
  };
}

export function copyRepo(repo: RepoRecord): RepoRecord {
  const { accountId, id, name, kind, url, path, entityIds, createdAt, lastSeq, readAt, readError } = repo;
  return {
    accountId,
    id,
    name,
    kind,
    url,
    path,
    entityIds: [...entityIds],
    createdAt,
    lastSeq,
    readAt,
    readError,
  };
}

export function copyCommit(commit: CommitRecord): CommitRecord {
  const { sha, parents, authoredAt, committedAt, message, author } = commit;
  return { sha, parents: parents && [...parents], authoredAt, committedAt, message, author };
}

export function copyGraph({ seq, body }: PackedGraph): PackedGraph {
  return { seq, body: body.slice() };
}

export function copyChainEvent({ id, seq, timestamp, status, attributes }: ChainEvent): ChainEvent {
  return { id, seq, timestamp, status, attributes };
}

export function copyMetricEvent(event: MetricEvent): MetricEvent {
  const { id, seq, type, entityId, timestamp, env, status, attributes } = event;
  return { id, seq, type, entityId, timestamp, env, status, attributes };
}

export function copyChain({ id, entityId, env, firstDay }: ChainRecord): ChainRecord {
  return { id, entityId, env, firstDay };
}

export function copyDay({ chainId, day, facts, detail, state }: DayRecord): DayRecord {
  return { chainId, day, facts, detail, state };
}

export function copyChangeUse({ changeId, chainId, t, seq }: ChangeUse): ChangeUse {
  return { changeId, chainId, t, seq };
}

export function copyLink({ incidentId, chainId, t, start, end, digest }: LinkRecord): LinkRecord {
  return { incidentId, chainId, t, start, end, digest };
}

export function copyMetricState(state: MetricState): MetricState {
  const { version, watermark, throughDay, calculatedAt, settings, histories } = state;
  return { version, watermark, throughDay, calculatedAt, settings, histories };
}

export function copyStagedChain({ chain, fromDay, days, changeUses }: StagedChain): StagedChain {
  const chainId = chain.id;
  return {
    chain: copyChain(chain),
    fromDay,
    days: days.map((day) => copyDay({ ...day, chainId })),
    changeUses: changeUses.map((use) => copyChangeUse({ ...use, chainId })),
  };
}

export function copyPublication(publication: Publication): Publication {
  const { accountId, expectedVersion, state, runId, chains, isFull, links } = publication;
  return {
    accountId,
    expectedVersion,
    state: copyMetricState(state),
    runId,
    chains,
    isFull,
    links: { gone: links.gone.map((link) => ({ ...link })), put: links.put.map(copyLink) },
  };
}

export function copyRun(run: RunRecord): RunRecord {
  const { accountId, id, startedAt, finishedAt, state, throughDay, dirtyChains, deployments, error } = run;
  return { accountId, id, startedAt, finishedAt, state, throughDay, dirtyChains, deployments, error };
}
