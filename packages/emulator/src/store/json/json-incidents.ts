import type { IncidentCause, IncidentQuery, IncidentRecord, IncidentStore } from '../incident-port.ts';
import { copyIncident } from './copy-metric-records.ts';
import { externalKey } from './external-key.ts';
import { keyInAccount } from './key-in-account.ts';
import { requireAccount } from './require-account.ts';
import type { Draft, Tables } from './tables.ts';
import type { WriteQueue } from './write-queue.ts';

/** The port's methods about incidents. */
export function createJsonIncidents({ incidents }: Tables, { write }: WriteQueue): IncidentStore {
  return {
    async getIncident(accountId, id) {
      const incident = incidents.get(keyInAccount(accountId, id));
      return incident && copyIncident(incident);
    },

    async findExternalIncident(accountId, externalSystem, externalIncidentNumber) {
      const key = externalKey({ accountId, externalSystem, externalIncidentNumber });
      const incident = key === undefined ? undefined : incidents.getByAlias(key);
      return incident && copyIncident(incident);
    },

    async listIncidents(query) {
      const { accountId, limit, offset, after } = query;
      const matching = Array.from(incidents.group(accountId)).filter(createFilter(query)).sort(newestFirst);
      const behind = after
        ? matching.filter((incident) => newestFirst(incident, after) > 0)
        : matching.slice(offset);
      return { items: behind.slice(0, limit).map(copyIncident), itemCount: matching.length };
    },

    listIncidentCauses: async (accountId) =>
      Array.from(incidents.group(accountId))
        .filter(({ state }) => state !== 'canceled')
        .map(copyCause),

    createIncident(incident) {
      const record = copyIncident(incident);
      return write((draft) => {
        requireAccount(draft, record.accountId);
        if (isTaken(draft, record)) return 'external-taken';
        draft.incidents.insert(record);
        return 'created';
      });
    },

    updateIncident(incident) {
      const record = copyIncident(incident);
      return write((draft) => {
        if (!draft.incidents.get(keyInAccount(record.accountId, record.id))) return 'not-found';
        if (isTaken(draft, record)) return 'external-taken';
        draft.incidents.put(record);
        return 'updated';
      });
    },

    deleteIncident: (accountId, id) =>
      write((draft) => {
        const key = keyInAccount(accountId, id);
        if (!draft.incidents.get(key)) return 'not-found';
        draft.incidents.remove(key);
        return 'deleted';
      }),
  };
}

function copyCause(incident: IncidentRecord): IncidentCause {
  const { id, state, detectedAt, reportedAt, resolvedAt, closedAt } = incident;
  const { createdAt, changeId, env, affectedEntityIds } = incident;
  const times = { detectedAt, reportedAt, resolvedAt, closedAt, createdAt };
  return { id, state, ...times, changeId, env, affectedEntityIds: [...affectedEntityIds] };
}

function isTaken(draft: Draft, incident: IncidentRecord): boolean {
  const key = externalKey(incident);
  const owner = key === undefined ? undefined : draft.incidents.getByAlias(key);
  return owner !== undefined && owner.id !== incident.id;
}

type Place = Pick<IncidentRecord, 'startedAt' | 'id'>;

function newestFirst(a: Place, b: Place): number {
  if (a.startedAt !== b.startedAt) return b.startedAt - a.startedAt;
  if (a.id === b.id) return 0;
  return a.id < b.id ? 1 : -1;
}

function createFilter(query: IncidentQuery): (incident: IncidentRecord) => boolean {
  const { changeId, from = -Infinity, to = Infinity } = query;
  const states = query.states && new Set(query.states);
  const envs = query.envs && new Set(query.envs);
  const entityIds = query.entityIds && new Set(query.entityIds);
  return ({ state, env, affectedEntityIds, startedAt, ...incident }) =>
    (!states || states.has(state)) &&
    (changeId === undefined || incident.changeId === changeId) &&
    (!envs || envs.has(env)) &&
    (!entityIds || affectedEntityIds.length === 0 || affectedEntityIds.some((id) => entityIds.has(id))) &&
    startedAt >= from &&
    startedAt < to;
}
