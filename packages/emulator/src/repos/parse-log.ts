import type { CommitRecord } from '../store/repo-port.ts';

/** What `git log -z` has to be told. Not `%s`, which joins all lines of the first paragraph. */
export const LOG_FORMAT = ['%H', '%P', '%at', '%ct', '%an', '%ae', '%B'].join('%x00');
const FIELDS = 7;
/** The hashes are kept whole (an octopus has many parents); of what people wrote this many bytes are enough. */
const HASHES = 2;
const MOST_BYTES = 4096;
const MOST_CHARACTERS = 200;
/** Commits of one batch: what the store takes at once. */
const BATCH = 1000;
/** The last instant that databases and dates of the API can tell. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const LINE_FEED = 10;
const SPACE = 32;

/**
 * Turns the output of `git log -z --format=LOG_FORMAT` into batches of commits, while it comes.
 *
 * Dates: one after the year 9999 becomes its last millisecond. One that git cannot read (before 1970, or none) is
 * taken from the other of the two, and is 0 when both are so.
 *
 * @param realParents of commits that git shows without parents, because a shallow clone lacks those.
 */
export async function* parseLog(
  output: AsyncIterable<Buffer>,
  realParents: ReadonlyMap<string, readonly string[]>,
): AsyncGenerator<CommitRecord[]> {
  const read = createRecordReader();
  let batch: CommitRecord[] = [];
  for await (const chunk of output) {
    for (const fields of read(chunk)) {
      batch.push(commitOf(fields, realParents));
      if (batch.length === BATCH) {
        yield batch;
        batch = [];
      }
    }
  }
  if (batch.length > 0) yield batch;
}

/** Keeps what is unfinished at the end of a chunk, and of a long text only its beginning. */
function createRecordReader(): (chunk: Buffer) => Generator<Buffer[]> {
  let fields: Buffer[] = [];
  let begun = Buffer.alloc(0);
  const extended = (more: Buffer) => {
    const room = fields.length < HASHES ? more.length : Math.max(0, MOST_BYTES - begun.length);
    return begun.length === 0 ? more.subarray(0, room) : Buffer.concat([begun, more.subarray(0, room)]);
  };
  return function* read(chunk) {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      fields.push(extended(chunk.subarray(start, end)));
      begun = Buffer.alloc(0);
      start = end + 1;
      if (fields.length < FIELDS) continue;
      yield fields;
      fields = [];
    }
    begun = Buffer.from(extended(chunk.subarray(start)));
  };
}

const NONE = Buffer.alloc(0);

function commitOf(
  [
    hash = NONE,
    parents = NONE,
    author = NONE,
    committer = NONE,
    name = NONE,
    email = NONE,
    body = NONE,
  ]: Buffer[],
  realParents: ReadonlyMap<string, readonly string[]>,
): CommitRecord {
  const sha = hash.toString('latin1');
  const [authoredAt, committedAt] = [instantOf(author), instantOf(committer)];
  return {
    sha,
    parents: realParents.get(sha) ?? (parents.length === 0 ? [] : parents.toString('latin1').split(' ')),
    authoredAt: authoredAt ?? committedAt ?? 0,
    committedAt: committedAt ?? authoredAt ?? 0,
    message: cut(firstLine(body)),
    author: cut(`${name.toString()} <${email.toString()}>`.trim()),
  };
}

/** git gives the digits as they stand in the commit, and nothing when they are none. */
function instantOf(seconds: Buffer): number | undefined {
  const text = seconds.toString('latin1');
  return /^\d+$/.test(text) ? Math.min(Number(text) * 1000, LATEST) : undefined;
}

/** The first one that is not blank. Cut before it is decoded, so that it does not keep the rest in memory. */
function firstLine(body: Buffer): string {
  const start = body.findIndex((byte) => byte > SPACE);
  if (start === -1) return '';
  const end = body.indexOf(LINE_FEED, start);
  return body.toString('utf8', start, end === -1 ? body.length : end).trimEnd();
}

/** Decoded UTF-8 is well-formed and NUL separates the fields, so a half pair at the cut is all that can go wrong. */
function cut(text: string): string {
  const start = text.slice(0, MOST_CHARACTERS);
  return start.isWellFormed() ? start : start.slice(0, -1);
}
