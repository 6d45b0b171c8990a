import { type CompiledQuery, type Selectable, sql } from 'kysely';
import type { CommitRecord, RepoRecord, RepoStore } from '../repo-port.ts';
import { insertInAccount } from './insert-in-account.ts';
import type { RepoTable } from './metric-schema.ts';
import type { SqlEngine } from './sql-engine.ts';

/** Others may add at the same time; each round one of them gets through. */
const MOST_TRIES = 20;

const LINK_COLUMNS = [
  'seq',
  'sha',
  'parents',
  'authored_at as authoredAt',
  'committed_at as committedAt',
] as const;

export function repoQueries(engine: SqlEngine): RepoStore {
  const { read, scan, write, atomically } = engine;

  async function getRepo(accountId: string, id: string): Promise<RepoRecord | undefined> {
    const row = await read
      .selectFrom('repos')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  return {
    getRepo,

    async listRepos(accountId, { unreadable = false } = {}) {
      const rows = await read
        .selectFrom('repos')
        .selectAll()
        .where('account_id', '=', accountId)
        .$if(unreadable, (query) => query.where('read_error', 'is not', null))
        .orderBy('name')
        .orderBy('id')
        .execute();
      return rows.map(toRecord);
    },

    async createRepo(repo) {
      const row = {
        account_id: repo.accountId,
        id: repo.id,
        name: repo.name,
        kind: repo.kind,
        url: repo.url,
        path: repo.path,
        entity_ids: JSON.stringify(repo.entityIds),
        created_at: repo.createdAt,
        last_seq: 0,
        read_at: repo.readAt,
        read_error: repo.readError,
      };
      return (await insertInAccount(engine, 'repos', row)) ? 'created' : 'exists';
    },

    async noteRepoReading(accountId, id, { readAt, readError }) {
      await write
        .updateTable('repos')
        .set({ read_at: readAt, read_error: readError })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .execute();
    },

    async deleteRepo(accountId, id) {
      const outcome = await atomically([
        write.deleteFrom('repos').where('account_id', '=', accountId).where('id', '=', id).compile(),
        write.deleteFrom('commits').where('account_id', '=', accountId).where('repo_id', '=', id).compile(),
        write
          .deleteFrom('commit_graphs')
          .where('account_id', '=', accountId)
          .where('repo_id', '=', id)
          .compile(),
      ]);
      return outcome === 'done' ? 'deleted' : 'not-found';
    },

    async addCommits(accountId, repoId, commits) {
      // Again when another caller added some between the look and the write.
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const repo = await getRepo(accountId, repoId);
        if (!repo) return undefined;
        const { added, changed, known } = await sortOut(accountId, repoId, commits);
        const accepted = [...added, ...changed];
        if (accepted.length === 0) return { accepted: 0, known };
        const outcome = await atomically(insertion(repo, accepted, changed));
        if (outcome === 'done') return { accepted: accepted.length, known };
      }
      throw new Error(`commits of repository ${repoId} kept being added by others`);
    },

    async readCommits(accountId, repoId, afterSeq, limit) {
      const rows = await commitsBehind(accountId, repoId, afterSeq, limit)
        .select([...LINK_COLUMNS, 'message', 'author'])
        .execute();
      return rows.map((row) => ({ ...row, parents: parseParents(row.parents) }));
    },

    async readCommitLinks(accountId, repoId, afterSeq, limit) {
      const rows = await commitsBehind(accountId, repoId, afterSeq, limit).select(LINK_COLUMNS).execute();
      return rows.map((row) => ({ ...row, parents: parseParents(row.parents) }));
    },

    async getCommitGraph(accountId, repoId) {
      return read
        .selectFrom('commit_graphs')
        .select(['seq', 'body'])
        .where('account_id', '=', accountId)
        .where('repo_id', '=', repoId)
        .executeTakeFirst();
    },

    async putCommitGraph(accountId, repoId, { seq, body }) {
      const account = sql`cast(${accountId} as ${engine.uuid})`;
      const repo = sql`cast(${repoId} as ${engine.uuid})`;
      // With the account held, so that no replacement comes between the look and the commit.
      const insertion = sql`insert into commit_graphs (account_id, repo_id, seq, body)
        select ${account}, ${repo}, cast(${seq} as bigint), ${body}
        where cast(${seq} as bigint) <= coalesce(
          (select last_seq from repos where account_id = ${account} and id = ${repo}),
          (select sum(last_seq) from repos where account_id = ${account}), 0)
        on conflict (account_id, repo_id) do update set seq = excluded.seq, body = excluded.body`;
      await atomically([insertion.compile(write)], accountId);
    },
  };

  function commitsBehind(accountId: string, repoId: string, afterSeq: number, limit: number) {
    return scan
      .selectFrom('commits')
      .where('account_id', '=', accountId)
      .where('repo_id', '=', repoId)
      .where('seq', '>', afterSeq)
      .orderBy('seq')
      .limit(limit);
  }

  /** Which of the commits are new, and which bring parents that were not known. */
  async function sortOut(accountId: string, repoId: string, commits: readonly CommitRecord[]) {
    const distinct = new Map<string, CommitRecord>();
    for (const commit of commits) {
      const before = distinct.get(commit.sha);
      if (!before || (before.parents === null && commit.parents !== null)) distinct.set(commit.sha, commit);
    }
    const rows = await scan
      .selectFrom('commits')
      .select(['sha', 'parents'])
      .where('account_id', '=', accountId)
      .where('repo_id', '=', repoId)
      .where('sha', 'in', [...distinct.keys(), ''])
      .execute();
    const parentsOf = new Map(rows.map(({ sha, parents }) => [sha, parents]));
    const all = [...distinct.values()];
    const added = all.filter(({ sha }) => !parentsOf.has(sha));
    const changed = all.filter(({ sha, parents }) => parents !== null && parentsOf.get(sha) === null);
    return { added, changed, known: commits.length - added.length - changed.length };
  }

  function insertion(
    { accountId, id, lastSeq }: RepoRecord,
    accepted: readonly CommitRecord[],
    changed: readonly CommitRecord[],
  ): CompiledQuery[] {
    const rows = accepted.map((commit, index) => [
      lastSeq + index + 1,
      commit.sha,
      commit.parents === null ? null : JSON.stringify(commit.parents),
      commit.authoredAt,
      commit.committedAt,
      commit.message,
      commit.author,
    ]);
    return [
      write
        .updateTable('repos')
        .set({ last_seq: lastSeq + accepted.length })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .where('last_seq', '=', lastSeq)
        .compile(),
      write
        .deleteFrom('commits')
        .where('account_id', '=', accountId)
        .where('repo_id', '=', id)
        .where('sha', 'in', [...changed.map(({ sha }) => sha), ''])
        .compile(),
      sql`insert into commits
          (account_id, repo_id, seq, sha, parents, authored_at, committed_at, message, author)
        select cast(${accountId} as ${engine.uuid}), cast(${id} as ${engine.uuid}),
          cast(value ->> 0 as bigint), value ->> 1, value ->> 2,
          cast(value ->> 3 as bigint), cast(value ->> 4 as bigint), value ->> 5, value ->> 6
        from ${engine.elementsOf(JSON.stringify(rows))}`.compile(write),
    ];
  }
}

function parseParents(text: string | null): string[] | null {
  return text === null ? null : JSON.parse(text);
}

function toRecord(row: Selectable<RepoTable>): RepoRecord {
  return {
    accountId: row.account_id,
    id: row.id,
    name: row.name,
    kind: row.kind,
    url: row.url,
    path: row.path,
    entityIds: JSON.parse(row.entity_ids),
    createdAt: row.created_at,
    lastSeq: row.last_seq,
    readAt: row.read_at,
    readError: row.read_error,
  };
}
