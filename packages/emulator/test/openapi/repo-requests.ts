import { MAX_COMMITS_PER_REQUEST } from '../../src/routes/repos.schema.ts';
import { cursor } from './event-requests.ts';
import { type Exception, type RequestRow, rowsOf } from './request-row.ts';

const CALENDAR: Exception = 'an instant or day that does not exist, or is past where it must not be';
const UNKNOWN: Exception = 'a type, an entity or a password that is not the right one';
const TEXT: Exception = 'a text or a depth that databases refuse';
const QUERY: Exception = 'a query parameter that is unknown, or a cursor that is none of ours';
const PLACE: Exception = 'a place that git must not be given';

const large = 'x'.repeat(1024 * 1024);
const sha = 'a'.repeat(40);
const commit = { sha, authoredAt: '2026-01-31T09:30:00Z' };

/** @param kept a repository of checkout, @param shared one of payments, too, @param gone one to be deleted. */
export function repoRequests({
  kept,
  shared,
  gone,
}: Record<'kept' | 'shared' | 'gone', string>): RequestRow[] {
  const list = rowsOf('listRepos', 'GET', '/repos');
  const listed = (status: number, query: string, exception?: Exception) =>
    list(status, query, { path: `/repos?${query}`, ...(exception && { exception }) });
  const create = rowsOf('createRepo', 'POST', '/repos');
  const made = (status: number, members: object, exception?: Exception) =>
    create(status, JSON.stringify(members).slice(0, 60), {
      json: { name: 'x', entityIds: ['checkout'], ...members },
      ...(exception && { exception }),
    });
  const get = rowsOf('getRepo', 'GET', `/repos/${kept}`);
  const remove = rowsOf('deleteRepo', 'DELETE', `/repos/${gone}`);
  return [
    list(200, 'all'),
    list(200, 'with a limited key', { as: 'limited key' }),
    listed(200, 'limit=1'),
    listed(200, `cursor=${cursor('repos', 1, 2, 1)}`),
    listed(400, 'limit=0'),
    listed(400, 'name=checkout', QUERY),
    listed(400, `cursor=${cursor('entities', 0, 1, 5)}`, QUERY),

    made(201, {}),
    made(201, { url: 'https://127.0.0.1/checkout.git', entityIds: ['checkout', 'payments'] }),
    made(201, { url: 'git@127.0.0.1:checkout.git' }),
    made(201, { path: '/var/checkout', entityIds: ['E0000000-0000-4000-8000-000000000011'] }),
    create(403, 'with a limited key', { json: { name: 'x', entityIds: ['checkout'] }, as: 'limited key' }),
    create(413, 'more than 1 MiB', { json: { name: large } }),
    create(400, 'not JSON', { text: 'x' }),
    ...[
      { name: undefined },
      { name: '' },
      { name: null },
      { name: 'x'.repeat(201) },
      { url: null },
      { url: '' },
      { path: 7 },
      { entityIds: undefined },
      { entityIds: [] },
      { entityIds: 'checkout' },
      { kind: 'events' },
    ].map((members) => made(400, members)),
    made(400, { entityIds: ['nowhere'] }, UNKNOWN),
    made(400, { name: 'a\0' }, TEXT),
    ...[
      { url: 'checkout' },
      { url: 'file:///var/checkout' },
      { url: 'https://ada:secret@127.0.0.1/checkout.git' },
      { path: 'checkout' },
      { url: 'https://127.0.0.1/checkout.git', path: '/var/checkout' },
    ].map((members) => made(400, members, PLACE)),

    get(200, 'by id'),
    get(200, 'its id in upper case', { path: `/repos/${kept.toUpperCase()}` }),
    get(200, 'with a limited key', { as: 'limited key' }),
    get(404, 'a repository of nobody', { path: '/repos/00000000-0000-4000-8000-000000000000' }),
    get(404, 'no id at all', { path: '/repos/nothing' }),

    remove(403, 'with a limited key', { as: 'limited key' }),
    remove(204, 'one that is there'),
    remove(404, 'one that is gone'),
    ...commitRequests(kept, shared),
  ];
}

function commitRequests(kept: string, shared: string): RequestRow[] {
  const add = rowsOf('addCommits', 'POST', `/repos/${kept}/commits`);
  const one = (status: number, members: object, exception?: Exception) =>
    add(status, JSON.stringify(members).slice(0, 60), {
      json: { commits: [{ ...commit, ...members }] },
      ...(exception && { exception }),
    });
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...commit, sha: n.toString(16).padStart(40, '0') }));
  return [
    one(201, {}),
    one(201, { sha: 'B'.repeat(64), parents: [sha, 'C'.repeat(40)] }),
    one(201, {
      parents: [],
      authoredAt: '2024-02-29T23:59:59.123456789+14:00',
      committedAt: '2026-01-31T09:30:00-23:59',
      message: 'Pay\n\nby instalments',
      author: 'Ada',
    }),
    add(201, 'with a limited key', { json: { commits: [commit] }, as: 'limited key' }),
    add(201, 'the most', { json: { commits: many(MAX_COMMITS_PER_REQUEST) } }),
    add(400, 'one too many', { json: { commits: many(MAX_COMMITS_PER_REQUEST + 1) } }),
    add(400, 'none', { json: { commits: [] } }),
    add(400, 'nothing', { json: {} }),
    add(400, 'an unknown member', { json: { commits: [commit], repo: kept } }),
    add(400, 'not JSON', { text: '[' }),
    ...[
      { sha: undefined },
      { sha: 'a'.repeat(39) },
      { sha: 'g'.repeat(40) },
      { sha: 'a'.repeat(41) },
      { parents: null },
      { parents: ['aaaaaaa'] },
      { parents: Array(101).fill(sha) },
      { authoredAt: undefined },
      { authoredAt: '2026-01-31' },
      { authoredAt: '2026-01-31T09:30:00' },
      { committedAt: 1_769_851_800 },
      { message: 'x'.repeat(10_001) },
      { author: 'x'.repeat(201) },
      { author: null },
      { branch: 'main' },
    ].map((members) => one(400, members)),
    one(400, { authoredAt: '2026-02-30T09:30:00Z' }, CALENDAR),
    one(400, { committedAt: '2026-01-31T24:00:00Z' }, CALENDAR),
    one(400, { message: 'a\0' }, TEXT),
    add(403, 'with a limited key, to a repository of others, too', {
      json: { commits: [commit] },
      path: `/repos/${shared}/commits`,
      as: 'limited key',
    }),
    add(404, 'a repository of nobody', { json: { commits: [commit] }, path: '/repos/nothing/commits' }),
    add(413, 'more than 1 MiB', { json: { commits: [{ ...commit, message: large }] } }),
  ];
}
