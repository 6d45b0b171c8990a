import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { UsageError } from '../../usage-error.ts';
import type { BackfillSettings } from '../backfill-settings.ts';
import { itemOf, makeEvent, rowOf } from '../make-event.ts';
import type { Source } from '../source.ts';

const run = promisify(execFile);
/** A hundred thousand tags. */
const MOST_BYTES = 64 * 1024 * 1024;
/** What no name and no subject has. */
const BETWEEN = '\x1f';
const FORMAT = [
  '%(creatordate:unix)',
  '%(refname:strip=2)',
  '%(objectname)',
  '%(*objectname)',
  '%(contents:subject)',
  '%(taggername)',
].join(BETWEEN);

/**
 * The tags of a git repository whose names match a pattern, as deployments that succeeded unless `--status` says
 * otherwise: who backfills from tags says that each of them was one.
 */
export function gitTags(repository: string, pattern: string, settings: BackfillSettings): Source {
  let tags: string[][] = [];
  let done = 0;
  return {
    name: `tags:${repository}:${pattern}`,
    async *read(after) {
      const known: string[] = after === undefined ? [] : after.split(' ');
      const isKnown = new Set(known);
      tags = (await listTags(repository, pattern)).filter((tag) => !isKnown.has(markOf(tag)));
      const marks = tags.map(markOf);
      for (const [index, tag] of tags.entries()) {
        const [time = '', name = '', object, peeled, subject, tagger] = tag;
        done = index + 1;
        const deployment = {
          timestamp: new Date(Number(time) * 1000).toISOString(),
          status: settings.status || 'success',
          attributes: { build_commit_sha: peeled || object, description: subject || name, initiator: tagger },
        };
        const item = itemOf(makeEvent(deployment, settings), '', rowOf(deployment, done));
        // All that are done: a tag may be made later for an older commit.
        yield Object.defineProperty(item, 'position', {
          get: () => [...known, ...marks.slice(0, index + 1)].join(' '),
        });
      }
    },
    progress: () => ({ done, total: tags.length }),
    close: () => {},
  };
}

async function listTags(repository: string, pattern: string): Promise<string[][]> {
  try {
    const args = ['-C', repository, 'for-each-ref', `--format=${FORMAT}`];
    const { stdout } = await run('git', [...args, `refs/tags/${pattern}`], { maxBuffer: MOST_BYTES });
    const tags = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(BETWEEN));
    // Of the same second by name, so that the order is always the same.
    return tags.sort(compare);
  } catch (cause) {
    const told = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause);
    throw new UsageError(`--from-tags: git cannot read ${repository}: ${told}`, { cause });
  }
}

/** What a tag is known by: moved to another commit it is another one. */
function markOf([, name = '', object = '']: readonly string[]): string {
  return createHash('sha256').update(`${name} ${object}`).digest('hex').slice(0, 16);
}

/** Sorts as time does, then by name. */
function compare(
  [time = '', name = '']: readonly string[],
  [otherTime = '', other = '']: readonly string[],
): number {
  return Number(time) - Number(otherTime) || (name < other ? -1 : 1);
}
