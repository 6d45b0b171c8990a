import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';
import type { ColumnTypes } from './0001-foundation.ts';

/** Incidents, repositories with their commits, and what the metric calculator makes of all that. */
export async function metrics(db: Kysely<Database>, types: ColumnTypes): Promise<void> {
  await incidentsAndRepos(db, types);
  await results(db, types);
  await staged(db, types);
}

async function incidentsAndRepos(db: Kysely<Database>, types: ColumnTypes): Promise<void> {
  const { uuid, instant, text, json, bytes, tableOptions, clusteredOptions } = types;

  await db.schema
    .createTable('incidents')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('id', uuid, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('description', text)
    .addColumn('external_system', text)
    .addColumn('external_incident_number', text)
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('severity', text)
    .addColumn('detected_at', instant)
    .addColumn('reported_at', instant)
    .addColumn('resolved_at', instant)
    .addColumn('closed_at', instant)
    .addColumn('change_id', text)
    .addColumn('env', text, (column) => column.notNull())
    // Text, not JSON: it is searched for ids.
    .addColumn('affected_entity_ids', text, (column) => column.notNull())
    .addColumn('custom_fields', json, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('updated_at', instant, (column) => column.notNull())
    .addColumn('started_at', instant, (column) => column.notNull())
    .addPrimaryKeyConstraint('incidents_pk', ['account_id', 'id'])
    .addUniqueConstraint('incidents_external', ['account_id', 'external_system', 'external_incident_number'])
    .modifyEnd(tableOptions)
    .execute();
  await db.schema
    .createIndex('incidents_by_start')
    .on('incidents')
    .columns(['account_id', 'started_at', 'id'])
    .execute();

  await db.schema
    .createTable('repos')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('id', uuid, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('url', text)
    .addColumn('path', text)
    .addColumn('entity_ids', text, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('last_seq', instant, (column) => column.notNull())
    .addColumn('read_at', instant)
    .addColumn('read_error', text)
    .addPrimaryKeyConstraint('repos_pk', ['account_id', 'id'])
    .modifyEnd(tableOptions)
    .execute();

  await db.schema
    .createTable('commits')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('repo_id', uuid, (column) => column.notNull())
    .addColumn('seq', instant, (column) => column.notNull())
    .addColumn('sha', text, (column) => column.notNull())
    .addColumn('parents', text)
    .addColumn('authored_at', instant, (column) => column.notNull())
    .addColumn('committed_at', instant, (column) => column.notNull())
    .addColumn('message', text, (column) => column.notNull())
    .addColumn('author', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('commits_pk', ['account_id', 'repo_id', 'seq'])
    .addUniqueConstraint('commits_sha', ['account_id', 'repo_id', 'sha'])
    .modifyEnd(clusteredOptions)
    .execute();

  await db.schema
    .createTable('commit_graphs')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('repo_id', uuid, (column) => column.notNull())
    .addColumn('seq', instant, (column) => column.notNull())
    .addColumn('body', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('commit_graphs_pk', ['account_id', 'repo_id'])
    .modifyEnd(tableOptions)
    .execute();
}

async function results(db: Kysely<Database>, types: ColumnTypes): Promise<void> {
  const { uuid, instant, text, tableOptions, clusteredOptions } = types;

  await db.schema
    .createTable('metric_states')
    .addColumn('account_id', uuid, (column) => column.primaryKey())
    .addColumn('version', instant, (column) => column.notNull())
    .addColumn('watermark', instant, (column) => column.notNull())
    .addColumn('through_day', instant, (column) => column.notNull())
    .addColumn('calculated_at', instant, (column) => column.notNull())
    .addColumn('settings', text, (column) => column.notNull())
    .addColumn('histories', text, (column) => column.notNull())
    .modifyEnd(tableOptions)
    .execute();

  await db.schema
    .createTable('metric_chains')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('id', instant, (column) => column.notNull())
    .addColumn('entity_id', uuid)
    .addColumn('env', text)
    .addColumn('first_day', instant, (column) => column.notNull())
    .addPrimaryKeyConstraint('metric_chains_pk', ['account_id', 'id'])
    .modifyEnd(tableOptions)
    .execute();
  await db.schema
    .createIndex('metric_chains_by_entity')
    .on('metric_chains')
    .columns(['account_id', 'entity_id'])
    .execute();

  await db.schema
    .createTable('metric_days')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('chain_id', instant, (column) => column.notNull())
    .addColumn('day', instant, (column) => column.notNull())
    .addColumn('facts', text, (column) => column.notNull())
    .addColumn('state', text)
    .addPrimaryKeyConstraint('metric_days_pk', ['account_id', 'chain_id', 'day'])
    .modifyEnd(clusteredOptions)
    .execute();

  // A table of its own: numbers are asked for all the time, their explanation now and then.
  await db.schema
    .createTable('metric_details')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('chain_id', instant, (column) => column.notNull())
    .addColumn('day', instant, (column) => column.notNull())
    .addColumn('detail', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('metric_details_pk', ['account_id', 'chain_id', 'day'])
    .modifyEnd(clusteredOptions)
    .execute();

  await db.schema
    .createTable('metric_changes')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('change_id', text, (column) => column.notNull())
    .addColumn('chain_id', instant, (column) => column.notNull())
    .addColumn('t', instant, (column) => column.notNull())
    .addColumn('seq', instant, (column) => column.notNull())
    .addPrimaryKeyConstraint('metric_changes_pk', ['account_id', 'change_id', 'chain_id', 't', 'seq'])
    .modifyEnd(clusteredOptions)
    .execute();

  await db.schema
    .createTable('metric_links')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('incident_id', uuid, (column) => column.notNull())
    .addColumn('chain_id', instant, (column) => column.notNull())
    .addColumn('t', instant, (column) => column.notNull())
    .addColumn('started_at', instant, (column) => column.notNull())
    .addColumn('ended_at', instant)
    .addColumn('digest', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('metric_links_pk', ['account_id', 'incident_id', 'chain_id'])
    .modifyEnd(tableOptions)
    .execute();

  await db.schema
    .createIndex('metric_links_by_start')
    .on('metric_links')
    .columns(['account_id', 'started_at', 'chain_id', 'ended_at', 'incident_id'])
    .execute();

  await db.schema
    .createTable('metric_runs')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('id', uuid, (column) => column.notNull())
    .addColumn('started_at', instant, (column) => column.notNull())
    .addColumn('finished_at', instant)
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('through_day', instant, (column) => column.notNull())
    .addColumn('dirty_chains', instant, (column) => column.notNull())
    .addColumn('deployments', instant, (column) => column.notNull())
    .addColumn('error', text)
    .addPrimaryKeyConstraint('metric_runs_pk', ['account_id', 'id'])
    .modifyEnd(tableOptions)
    .execute();
  await db.schema
    .createIndex('metric_runs_by_start')
    .on('metric_runs')
    .columns(['account_id', 'started_at', 'id'])
    .execute();

  await db.schema
    .createTable('leases')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('holder', text, (column) => column.notNull())
    .addColumn('expires_at', instant, (column) => column.notNull())
    .modifyEnd(tableOptions)
    .execute();
}

/** What a run has found and not published yet. */
async function staged(db: Kysely<Database>, types: ColumnTypes): Promise<void> {
  const { uuid, instant, text, clusteredOptions } = types;

  await db.schema
    .createTable('staged_chains')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('run_id', uuid, (column) => column.notNull())
    .addColumn('id', instant, (column) => column.notNull())
    .addColumn('entity_id', uuid)
    .addColumn('env', text)
    .addColumn('first_day', instant, (column) => column.notNull())
    .addColumn('from_day', instant, (column) => column.notNull())
    .addPrimaryKeyConstraint('staged_chains_pk', ['account_id', 'run_id', 'id'])
    .modifyEnd(clusteredOptions)
    .execute();

  await db.schema
    .createTable('staged_days')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('run_id', uuid, (column) => column.notNull())
    .addColumn('chain_id', instant, (column) => column.notNull())
    .addColumn('day', instant, (column) => column.notNull())
    .addColumn('facts', text, (column) => column.notNull())
    .addColumn('detail', text, (column) => column.notNull())
    .addColumn('state', text)
    .addPrimaryKeyConstraint('staged_days_pk', ['account_id', 'run_id', 'chain_id', 'day'])
    .modifyEnd(clusteredOptions)
    .execute();

  await db.schema
    .createTable('staged_changes')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('run_id', uuid, (column) => column.notNull())
    .addColumn('chain_id', instant, (column) => column.notNull())
    .addColumn('t', instant, (column) => column.notNull())
    .addColumn('seq', instant, (column) => column.notNull())
    .addColumn('change_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('staged_changes_pk', [
      'account_id',
      'run_id',
      'chain_id',
      't',
      'seq',
      'change_id',
    ])
    .modifyEnd(clusteredOptions)
    .execute();
}
