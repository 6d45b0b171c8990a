import { isDeepStrictEqual } from 'node:util';
import type { CommitRecord } from '../store/repo-port.ts';
import { type Delivered, readDelivered, writeDelivered } from './delivered.ts';
import type { Mirror } from './mirror.ts';

/**
 * Hands on the commits of a mirror that were not handed on yet, and then remembers that they were: after a crash in
 * between they come again.
 *
 * @returns how many.
 */
export async function deliverCommits(
  mirror: Mirror,
  take: (commits: CommitRecord[]) => Promise<void>,
): Promise<number> {
  const before = await readDelivered(mirror.directory);
  const now: Delivered = { tips: await mirror.tips(), shallow: await mirror.shallow() };
  if (isDeepStrictEqual(before, now)) return 0;
  const boundary = new Set(now.shallow);
  // What has come to light below an old boundary is reached by the old tips: all of it comes again.
  const isDeeper = before.shallow.some((sha) => !boundary.has(sha));
  let commits = 0;
  for await (const batch of mirror.log(isDeeper ? [] : before.tips)) {
    await take(batch);
    commits += batch.length;
  }
  await writeDelivered(mirror.directory, now);
  return commits;
}
