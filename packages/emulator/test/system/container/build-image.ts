import { fileURLToPath } from 'node:url';
import { addBaseImages } from './base-image.ts';
import { run } from './run.ts';
import type { Engine } from './start-engine.ts';
import type { Tools } from './unpack-packages.ts';

export const REPOSITORY = fileURLToPath(new URL('../../../../../', import.meta.url));

/**
 * Builds the image `milepost` of the committed Dockerfile, on what stands in for its base images.
 *
 * @param engine on the machine's network.
 * @param builder `classic` is the one of engines that are older than BuildKit.
 */
export async function buildImage(
  tools: Tools,
  engine: Engine,
  builder: 'buildkit' | 'classic',
): Promise<void> {
  await addBaseImages(tools, engine);
  const dockerfile = `${REPOSITORY}packages/emulator/Dockerfile`;
  const options = ['--network', 'host', '--build-arg', 'VERSION=1.2.3', '--file', dockerfile];
  await run(['docker', 'build', ...options, '--tag', 'milepost', REPOSITORY], {
    ...engine.env,
    DOCKER_BUILDKIT: builder === 'buildkit' ? '1' : '0',
  });
}
