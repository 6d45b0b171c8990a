import { type Happening, happeningsOf } from './deployments.ts';
import { mergeByTime } from './merge-by-time.ts';
import type { World } from './world.ts';

/**
 * Everything that happens in a world, in the order in which a service would hear of it: the chains are mixed, as in
 * life, so that one chain's events lie far apart in the store. Each stream makes the history of its repository for
 * itself, which is quicker than keeping all of them.
 */
export function generate({ streams, rhythm }: World, accountId: string): Generator<Happening, void> {
  return mergeByTime(streams.map((stream) => happeningsOf(stream, rhythm, accountId)));
}
