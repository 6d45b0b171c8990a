/**
 * The raw limit of a full calculation: reads the same rows, parses their JSON, and does nothing with them.
 * Says on one line how long it took.
 */
import { DatabaseSync } from 'node:sqlite';

/** What it says. */
export interface RawRead {
  ms: number;
  deployments: number;
  commits: number;
}

const db = new DatabaseSync(process.argv[2] ?? '', { readOnly: true });
const start = performance.now();
const deployments = readAll(
  `SELECT seq, id, entity_id, timestamp, env, status, attributes AS json FROM events WHERE type = 'event-deploy'`,
);
const commits = readAll('SELECT repo_id, sha, authored_at, committed_at, parents AS json FROM commits');
const read: RawRead = { ms: performance.now() - start, deployments, commits };
process.stdout.write(`${JSON.stringify(read)}\n`);

function readAll(sql: string): number {
  let rows = 0;
  for (const { json } of db.prepare(sql).iterate()) {
    JSON.parse(String(json));
    rows++;
  }
  return rows;
}
