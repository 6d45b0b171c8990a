import type { CommitRecord } from '../../src/store/repo-port.ts';
import { createRandom, type Random, shaOf } from './random.ts';
import type { Rhythm } from './rhythm.ts';
import type { RepoPlan } from './world.ts';

/** What came to the main branch at once. */
export interface Landing {
  at: number;
  /** Parents first. */
  commits: CommitRecord[];
  /** The main branch from now on. */
  tip: string;
  title: string;
  author: string;
  changeId: string | undefined;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Commits of a merged branch, the merge not counted, and what they are on the average. */
const BRANCH_LENGTHS = [1, 1, 2, 2, 3, 4];
const MEAN_BRANCH = 13 / 6;
/** Branches start at one of these many last landings. */
const RECENT = 10;

const AUTHORS = [
  'Ada',
  'Grace',
  'Linus',
  'Margaret',
  'Ken',
  'Barbara',
  'Edsger',
  'Radia',
  'Dennis',
  'Frances',
];
const WORK = ['limits', 'retries', 'caching', 'the price list', 'time-outs', 'the report', 'log lines'];

/** The history of a repository, oldest first: squashed changes, merged branches, a few merges of several branches. */
export function* landingsOf(repo: RepoPlan, rhythm: Rhythm): Generator<Landing, void> {
  const random = createRandom(repo.seed);
  const recent: string[] = [];
  let commitsLeft = repo.commits;

  for (let index = 0; index < repo.landings; index++) {
    const left = repo.landings - index;
    const surplus = commitsLeft - left;
    const mayMerge = left === 1 || random.chance(surplus / left / MEAN_BRANCH);
    // The last one takes what is left, so that the number of commits is the planned one.
    const branch = !mayMerge ? 0 : left === 1 ? surplus : Math.min(surplus, random.pick(BRANCH_LENGTHS));
    commitsLeft -= branch + 1;
    const landing = land(repo, random, {
      index,
      at: rhythm.instantOf((index + random.next()) / repo.landings),
      first: repo.commits - commitsLeft - branch - 1,
      branch,
      recent,
    });
    recent.push(landing.tip);
    if (recent.length > RECENT) recent.shift();
    yield landing;
  }
}

interface Plan {
  index: number;
  at: number;
  /** Number of its first commit. */
  first: number;
  branch: number;
  recent: readonly string[];
}

function land(repo: RepoPlan, random: Random, { index, at, first, branch, recent }: Plan): Landing {
  const author = random.pick(AUTHORS);
  const title = `Change ${random.pick(WORK)} (#${index + 1})`;
  const changeId = random.chance(0.42) ? `CHG-${repo.name}-${index + 1}` : undefined;
  const main = recent.at(-1);
  const started = at - mostlyShort(random, 10 * MINUTE, 4 * DAY);
  const isOctopus = branch >= 2 && main !== undefined && random.chance(0.15);
  const base = recent.length === 0 ? undefined : random.pick(recent);
  const commits: CommitRecord[] = [];
  const tips: string[] = [];

  for (let number = 0; number < branch; number++) {
    const sha = shaOf(`${repo.id} ${first + number}`);
    const parent = isOctopus ? base : (tips.pop() ?? base);
    tips.push(sha);
    const authoredAt = Math.floor(started + ((at - started) * (number + random.next())) / (branch + 1));
    const committedAt = Math.min(
      at,
      random.chance(0.3) ? authoredAt + random.whole(MINUTE, HOUR) : authoredAt,
    );
    const parents = parent === undefined ? [] : [parent];
    commits.push({ sha, parents, authoredAt, committedAt, message: `Part ${number + 1}: ${title}`, author });
  }
  const tip = shaOf(`${repo.id} ${first + branch}`);
  // A clock that is ahead: rare, and what a negative lead time comes from.
  const aheadBy = random.chance(0.003) ? random.whole(HOUR, 12 * HOUR) : 0;
  const authoredAt = aheadBy > 0 ? at + aheadBy : branch > 0 ? at : Math.floor(started);
  const parents = [...(main === undefined ? [] : [main]), ...tips];
  commits.push({ sha: tip, parents, authoredAt, committedAt: at, message: title, author });
  return { at, commits, tip, title, author, changeId };
}

/** Most are short, a few are long. */
function mostlyShort(random: Random, from: number, to: number): number {
  return from + (to - from) * random.next() ** 3;
}
