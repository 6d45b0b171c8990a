import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UsageError } from '../../usage-error.ts';
import type { BackfillSettings } from '../backfill-settings.ts';
import { makeEvent } from '../make-event.ts';
import type { Source } from '../source.ts';
import { itemOf } from './ndjson-file.ts';

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
      tags = (await listTags(repository, pattern)).filter(
        (tag) => after === undefined || isAfter(tag, after),
      );
      for (const tag of tags) {
        const [time = '', name = '', object, peeled, subject, tagger] = tag;
        done += 1;
        const made = makeEvent(
          {
            timestamp: new Date(Number(time) * 1000).toISOString(),
            status: settings.status || 'success',
            attributes: {
              build_commit_sha: peeled || object,
              description: subject || name,
              initiator: tagger,
            },
          },
          settings,
        );
        yield itemOf(made, positionOf(tag), { line: done, text: name });
      }
    },
    progress: () => ({ done, total: tags.length }),
    close: () => {},
  };
}

async function listTags(repository: string, pattern: string): Promise<string[][]> {
  try {
    const args = ['-C', repository, 'for-each-ref', '--sort=creatordate', `--format=${FORMAT}`];
    const { stdout } = await run('git', [...args, `refs/tags/${pattern}`], { maxBuffer: MOST_BYTES });
    const tags = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(BETWEEN));
    // Of the same second by name, so that the order is always the same.
    return tags.sort((a, b) => compare(positionOf(a), positionOf(b)));
  } catch (cause) {
    const told = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause);
    throw new UsageError(`--from-tags: git cannot read ${repository}: ${told}`, { cause });
  }
}

/** Sorts as time does, then by name. */
function positionOf([time = '', name = '']: readonly string[]): string {
  return `${time.padStart(12, '0')} ${name}`;
}

function isAfter(tag: readonly string[], after: string): boolean {
  return compare(positionOf(tag), after) > 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
