import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { run } from './run.ts';
import type { Engine } from './start-engine.ts';

interface Layer {
  /** The instruction that made it, and what it copied or ran. */
  by: string;
  /** As a registry holds and sends it, compressed as engines do it. */
  bytes: number;
}

/** The layers of an image, from its base upwards. */
export async function measureImage({ docker }: Engine, image: string): Promise<Layer[]> {
  const directory = await mkdtemp(join(tmpdir(), 'milepost-image-'));
  try {
    const archive = join(directory, 'image.tar');
    await docker('save', '--output', archive, image);
    const files = join(directory, 'files');
    await mkdir(files);
    await run(['tar', '-C', files, '-xf', archive]);
    const [manifest]: { Config: string; Layers: string[] }[] = JSON.parse(
      await readFile(join(files, 'manifest.json'), 'utf8'),
    );
    if (!manifest) throw new Error(`docker save ${image}: no manifest`);
    const config: { history: { created_by?: string; empty_layer?: boolean }[] } = JSON.parse(
      await readFile(join(files, manifest.Config), 'utf8'),
    );
    const made = config.history.filter((step) => !step.empty_layer);
    return await Promise.all(
      manifest.Layers.map(async (layer, index) => ({
        by: (made[index]?.created_by ?? '').replace(' # buildkit', ''),
        bytes: await gzippedSize(join(files, layer)),
      })),
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function gzippedSize(path: string): Promise<number> {
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }).pipe(createGzip()))
    bytes += chunk.length;
  return bytes;
}
