import { createGroupCommit } from '../group-commit.ts';
import type { Store } from '../store.ts';
import { blueprintQueries } from './blueprint-queries.ts';
import { contentQueries } from './content-queries.ts';
import { credentialQueries } from './credential-queries.ts';
import { entityQueries } from './entity-queries.ts';
import { eventQueries } from './event-queries.ts';
import { incidentQueries } from './incident-queries.ts';
import { instanceQueries } from './instance-queries.ts';
import { metricInputQueries } from './metric-input-queries.ts';
import { metricPublication } from './metric-publication.ts';
import { metricQueries } from './metric-queries.ts';
import { repoQueries } from './repo-queries.ts';
import { runQueries } from './run-queries.ts';
import type { SqlEngine } from './sql-engine.ts';

/** The store over an SQL engine. The queries are the same for all of them. */
export function createSqlStore(engine: SqlEngine): Store {
  return {
    name: engine.name,
    appendEvents: createGroupCommit(engine.append),
    ...eventQueries(engine),
    ...entityQueries(engine),
    ...blueprintQueries(engine),
    ...credentialQueries(engine),
    ...instanceQueries(engine),
    ...incidentQueries(engine),
    ...repoQueries(engine),
    ...metricInputQueries(engine),
    ...metricQueries(engine),
    ...metricPublication(engine),
    ...runQueries(engine),
    ...contentQueries(engine),
    close: engine.close,
  };
}
