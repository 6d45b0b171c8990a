/**
 * The raw limit of ingestion: what node:http and node:sqlite do when nothing is checked, no account looked up,
 * nothing logged, and a commit is on disk before its answers leave. Our server is held against it.
 *
 *   node raw-limit-server.ts group|sync DIRECTORY
 *
 * `group`: requests that wait in the same turn share one transaction and one fsync. `sync`: each pays its own.
 * Prints its port, and ends when its standard input does, which is when its parent ends.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

interface SentEvent {
  type: string;
  entityId: string;
  timestamp: string;
  attributes: object;
}

interface Batch {
  events: (SentEvent & { id: string; createdAt: string })[];
  done(): void;
}

const [mode = '', directory = ''] = process.argv.slice(2);
if ((mode !== 'group' && mode !== 'sync') || directory === '') {
  process.stderr.write('usage: node raw-limit-server.ts group|sync DIRECTORY\n');
  process.exit(2);
}

const db = new DatabaseSync(join(directory, 'raw.db'));
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE event (id TEXT PRIMARY KEY, type TEXT, entity TEXT, ts TEXT, created TEXT, attrs TEXT);
  CREATE INDEX by_entity ON event (entity, ts)`);
const insert = db.prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)');

let waiting: Batch[] = [];

function commit(batches: readonly Batch[]): void {
  db.exec('BEGIN IMMEDIATE');
  for (const { events } of batches) {
    for (const { id, type, entityId, timestamp, createdAt, attributes } of events) {
      insert.run(id, type, entityId, timestamp, createdAt, JSON.stringify(attributes));
    }
  }
  db.exec('COMMIT');
  for (const { done } of batches) done();
}

function joinGroup(batch: Batch): void {
  if (waiting.push(batch) > 1) return;
  setImmediate(() => {
    const batches = waiting;
    waiting = [];
    commit(batches);
  });
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const createdAt = new Date().toISOString();
    const body: { events: SentEvent[] } = JSON.parse(Buffer.concat(chunks).toString());
    const events = body.events.map((event) => ({
      ...event,
      id: randomUUID(),
      createdAt,
      blueprintId: 'x',
      accountId: 'y',
    }));
    const done = () => {
      const text = JSON.stringify({ success: events, failures: [] });
      response.writeHead(201, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      });
      response.end(text);
    };
    if (mode === 'sync') commit([{ events, done }]);
    else joinGroup({ events, done });
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.stdout.write(`${address.port}\n`);
});
process.stdin.resume().on('close', () => process.exit());
