import type { CommitRecord, RepoRecord } from '../repo-port.ts';
import { ACCOUNT, idOf, NOW } from './records.fixture.ts';

export function newRepo(members: Partial<Omit<RepoRecord, 'lastSeq'>> = {}): Omit<RepoRecord, 'lastSeq'> {
  return {
    accountId: ACCOUNT,
    id: idOf(1),
    name: 'payments',
    kind: 'connected',
    url: null,
    path: null,
    entityIds: [],
    createdAt: NOW,
    readAt: null,
    readError: null,
    ...members,
  };
}

/** The nth of a row of shas. */
export function shaOf(n: number): string {
  return n.toString(16).padStart(40, '0');
}

export function newCommit(members: Partial<CommitRecord> = {}): CommitRecord {
  return {
    sha: shaOf(1),
    parents: [],
    authoredAt: NOW - 2,
    committedAt: NOW - 1,
    message: 'Fix it',
    author: 'Ada',
    ...members,
  };
}
