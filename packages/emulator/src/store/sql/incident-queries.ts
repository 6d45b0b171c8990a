import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { IncidentQuery, IncidentRecord, IncidentStore } from '../incident-port.ts';
import { ConstraintError } from './constraint-error.ts';
import { insertInAccount } from './insert-in-account.ts';
import type { IncidentTable } from './metric-schema.ts';
import type { Database } from './schema.ts';
import type { SqlEngine } from './sql-engine.ts';

export function incidentQueries(engine: SqlEngine): IncidentStore {
  const { read, write } = engine;
  return {
    async getIncident(accountId, id) {
      const row = await read
        .selectFrom('incidents')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && toRecord(row);
    },

    async findExternalIncident(accountId, externalSystem, externalIncidentNumber) {
      const row = await read
        .selectFrom('incidents')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('external_system', '=', externalSystem)
        .where('external_incident_number', '=', externalIncidentNumber)
        .executeTakeFirst();
      return row && toRecord(row);
    },

    async listIncidents(query) {
      const { limit, offset, after } = query;
      const matching = filtered(engine, query);
      const rows = await matching
        .selectAll()
        .$if(after !== undefined, (page) => page.where(isBehind(after)))
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      if (after) return { items: rows.map(toRecord), itemCount: undefined };
      const { items } = await matching
        .select((select) => select.fn.countAll<number | bigint>().as('items'))
        .executeTakeFirstOrThrow();
      return { items: rows.map(toRecord), itemCount: Number(items) };
    },

    async listIncidentCauses(accountId) {
      const rows = await engine.scan
        .selectFrom('incidents')
        .select([
          'id',
          'state',
          'detected_at as detectedAt',
          'reported_at as reportedAt',
          'resolved_at as resolvedAt',
          'closed_at as closedAt',
          'created_at as createdAt',
          'change_id as changeId',
          'env',
          'affected_entity_ids as affectedEntityIds',
        ])
        .where('account_id', '=', accountId)
        .where('state', '!=', 'canceled')
        .execute();
      return rows.map((row) => ({ ...row, affectedEntityIds: JSON.parse(row.affectedEntityIds) }));
    },

    async createIncident(incident) {
      return (await insertInAccount(engine, 'incidents', toRow(incident))) ? 'created' : 'external-taken';
    },

    async updateIncident(incident) {
      const { account_id, id, ...row } = toRow(incident);
      try {
        const { numUpdatedRows } = await write
          .updateTable('incidents')
          .set(row)
          .where('account_id', '=', account_id)
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return numUpdatedRows === 1n ? 'updated' : 'not-found';
      } catch (error) {
        if (error instanceof ConstraintError && error.constraint === 'unique') return 'external-taken';
        throw error;
      }
    },

    async deleteIncident(accountId, id) {
      const { numDeletedRows } = await write
        .deleteFrom('incidents')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n ? 'deleted' : 'not-found';
    },
  };
}

function filtered(
  engine: SqlEngine,
  { accountId, states, changeId, envs, entityIds, from, to }: IncidentQuery,
) {
  return engine.scan
    .selectFrom('incidents')
    .where('account_id', '=', accountId)
    .$if(states !== undefined, (query) => query.where(oneOf('state', states)))
    .$if(changeId !== undefined, (query) => query.where('change_id', '=', changeId ?? ''))
    .$if(envs !== undefined, (query) => query.where(oneOf('env', envs)))
    .$if(entityIds !== undefined, (query) => query.where(affects(engine, entityIds)))
    .$if(from !== undefined, (query) => query.where('started_at', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('started_at', '<', to ?? 0));
}

type Where = ExpressionBuilder<Database, 'incidents'>;

/** No value at all matches nothing; PostgreSQL has no syntax for an empty list. */
function oneOf(column: 'env' | 'state', values: readonly string[] = []) {
  return (where: Where) =>
    values.length === 0 ? where.lit(false) : sql<boolean>`${sql.ref(column)} in (${sql.join(values)})`;
}

/** An incident without entities affects all of the account. Ids are hex and hyphens: nothing to escape. */
function affects({ elementsOf }: Pick<SqlEngine, 'elementsOf'>, entityIds: readonly string[] = []) {
  const ids = JSON.stringify(entityIds.map((id) => [id]));
  return sql<boolean>`(affected_entity_ids = '[]' or exists (
    select 1 from ${elementsOf(ids)} where affected_entity_ids like '%"' || (value ->> 0) || '"%'))`;
}

function isBehind(after: IncidentQuery['after']) {
  const { startedAt, id } = after ?? { startedAt: 0, id: '' };
  return (where: Where) =>
    where.or([
      where('started_at', '<', startedAt),
      where.and([where('started_at', '=', startedAt), where('id', '<', id)]),
    ]);
}

function toRow(incident: IncidentRecord): Selectable<IncidentTable> {
  return {
    account_id: incident.accountId,
    id: incident.id,
    title: incident.title,
    description: incident.description,
    external_system: incident.externalSystem,
    external_incident_number: incident.externalIncidentNumber,
    state: incident.state,
    severity: incident.severity,
    detected_at: incident.detectedAt,
    reported_at: incident.reportedAt,
    resolved_at: incident.resolvedAt,
    closed_at: incident.closedAt,
    change_id: incident.changeId,
    env: incident.env,
    affected_entity_ids: JSON.stringify(incident.affectedEntityIds),
    custom_fields: incident.customFields,
    created_at: incident.createdAt,
    updated_at: incident.updatedAt,
    started_at: incident.startedAt,
  };
}

function toRecord(row: Selectable<IncidentTable>): IncidentRecord {
  return {
    accountId: row.account_id,
    id: row.id,
    title: row.title,
    description: row.description,
    externalSystem: row.external_system,
    externalIncidentNumber: row.external_incident_number,
    state: row.state,
    severity: row.severity,
    detectedAt: row.detected_at,
    reportedAt: row.reported_at,
    resolvedAt: row.resolved_at,
    closedAt: row.closed_at,
    changeId: row.change_id,
    env: row.env,
    affectedEntityIds: JSON.parse(row.affected_entity_ids),
    customFields: row.custom_fields,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    startedAt: row.started_at,
  };
}
