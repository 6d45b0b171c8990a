import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WELL_KNOWN_ACCOUNT } from '../../src/auth/well-known.ts';
import { startTestService, type TestService } from '../service.fixture.ts';

const A = 'a'.repeat(40);
const B = 'b'.repeat(40);
const authoredAt = '2026-02-01T10:00:00Z';

let service: TestService;
let repoId: string;

beforeEach(async () => {
  service = await startTestService();
  const { body } = await service.post('/repos', { name: 'checkout', entityIds: ['checkout'] });
  repoId = body.id;
});
afterEach(() => service[Symbol.asyncDispose]());

const add = (...commits: unknown[]) => service.post(`/repos/${repoId}/commits`, { commits });
const stored = () => service.store.readCommits(WELL_KNOWN_ACCOUNT.id, repoId, 0, 5000);
const outcome = async (...commits: unknown[]) => {
  const { status, body } = await add(...commits);
  return [status, body];
};
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ sha: n.toString(16).padStart(40, '0'), authoredAt }));

describe('POST /repos/{id}/commits', () => {
  it('keeps what is sent: instants in UTC, shas in lower case, the first line of the message', async () => {
    await add({
      sha: A.toUpperCase(),
      parents: [B.toUpperCase()],
      authoredAt: '2026-02-01T10:00:00.123456789+02:00',
      committedAt: '2026-02-02T00:00:00-23:59',
      message: 'Pay by instalments\r\n\nAt last.',
      author: 'Ada',
    });
    expect(await stored()).toEqual([
      {
        seq: 1,
        sha: A,
        parents: [B],
        authoredAt: Date.parse('2026-02-01T08:00:00.123Z'),
        committedAt: Date.parse('2026-02-02T23:59:00Z'),
        message: 'Pay by instalments',
        author: 'Ada',
      },
    ]);
  });

  it('takes a commit that was committed when it was authored, unless it says otherwise', async () => {
    await add({ sha: 'c'.repeat(64), authoredAt });
    expect(await stored()).toEqual([
      expect.objectContaining({
        sha: 'c'.repeat(64),
        parents: null,
        committedAt: Date.parse(authoredAt),
        message: '',
        author: '',
      }),
    ]);
  });

  it('takes 1,000 at once, and not one more', async () => {
    const tooMany = await add(...many(1001));
    expect(tooMany.status).toBe(400);
    expect(tooMany.body.errors).toEqual([
      { type: 'field', msg: expect.stringContaining('1000'), path: 'commits', location: 'body' },
    ]);
    expect(await stored()).toEqual([]);
    expect(await outcome(...many(1000))).toEqual([201, { accepted: 1000, known: 0 }]);
    expect(await stored()).toHaveLength(1000);
  });

  it('counts what was known already', async () => {
    const commits = [{ sha: A, authoredAt, parents: [B] }];
    expect(await outcome(...commits)).toEqual([201, { accepted: 1, known: 0 }]);
    expect(await outcome(...commits)).toEqual([201, { accepted: 0, known: 1 }]);
    expect(await outcome({ sha: A.toUpperCase(), authoredAt }, { sha: B, authoredAt })).toEqual([
      201,
      { accepted: 1, known: 1 },
    ]);
    expect((await stored()).map(({ sha, parents }) => [sha, parents])).toEqual([
      [A, [B]],
      [B, null],
    ]);
  });

  it('takes the same commit twice in a request for one', async () => {
    expect(await outcome({ sha: A, authoredAt }, { sha: A.toUpperCase(), authoredAt, parents: [] })).toEqual([
      201,
      { accepted: 1, known: 1 },
    ]);
    expect((await stored()).map(({ parents }) => parents)).toEqual([[]]);
  });

  it.each([
    ['a root', []],
    ['one with a parent', [B]],
  ])('fills in later what the parents are: %s', async (_name, parents) => {
    await add({ sha: A, authoredAt });
    expect(await outcome({ sha: A, authoredAt, parents })).toEqual([201, { accepted: 1, known: 0 }]);
    expect(await outcome({ sha: A, authoredAt, parents: ['c'.repeat(40)] })).toEqual([
      201,
      { accepted: 0, known: 1 },
    ]);
    expect((await stored()).map((commit) => commit.parents)).toEqual([parents]);
  });

  it.each([
    ['commits[0].sha', { sha: 'a'.repeat(39) }],
    ['commits[0].sha', { sha: 'x'.repeat(40) }],
    ['commits[0].sha', { sha: undefined }],
    ['commits[0].parents[1]', { parents: [B, 'main'] }],
    ['commits[0].parents', { parents: null }],
    ['commits[0].authoredAt', { authoredAt: '2026-02-01' }],
    ['commits[0].authoredAt', { authoredAt: '2026-02-01T10:00:00' }],
    ['commits[0].authoredAt', { authoredAt: '2026-02-30T10:00:00Z' }],
    ['commits[0].authoredAt', { authoredAt: '2026-13-01T10:00:00Z' }],
    ['commits[0].authoredAt', { authoredAt: '2026-02-01T10:00:00+24:00' }],
    ['commits[0].committedAt', { committedAt: '2025-02-29T10:00:00+01:00' }],
    ['commits[0].committedAt', { committedAt: '2026-02-01T24:00:00Z' }],
    ['commits[0].message', { message: 'a\0b' }],
    ['commits[0].branch', { branch: 'main' }],
  ])('names %s in refusing %j, and stores nothing', async (path, members) => {
    const { status, body } = await add({ sha: A, authoredAt, ...members }, { sha: B, authoredAt });
    expect([status, body.errors.map((error: { path: string }) => error.path)]).toEqual([400, [path]]);
    expect(await stored()).toEqual([]);
  });

  it('lists at most 100 dates that do not exist', async () => {
    const { body } = await add(...many(150).map((one) => ({ ...one, authoredAt: '2026-02-30T00:00:00Z' })));
    expect(body.errors).toHaveLength(100);
  });

  it('refuses none', async () => {
    expect((await add()).body.errors[0].path).toBe('commits');
  });

  it('is 404 for a repository that there is not', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const { status, body } = await service.post(`/repos/${id}/commits`, {
      commits: [{ sha: A, authoredAt }],
    });
    expect([status, body]).toEqual([404, { message: `Repository '${id}' not found` }]);
  });
});
