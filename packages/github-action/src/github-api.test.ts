import { lookUpChange, type Wanted } from '@milepost/shared/api';
import type { DeployField } from '@milepost/shared/ci';
import { describe, expect, test } from 'vitest';
import { type ApiAnswers, startGitHubApi } from '../test/github-api.fixture.ts';
import { connectToGitHub } from './github-api.ts';

const SHA = 'a'.repeat(40);
const PULLS = `GET /repos/acme/shop/commits/${SHA}/pulls`;
const REVIEWS = 'GET /repos/acme/shop/pulls/7/reviews';
const JOB = 'GET /repos/acme/shop/actions/jobs/99';
const everything: DeployField[] = [
  'change_id',
  'change_url',
  'change_title',
  'change_author',
  'change_approver',
  'deployment_start_time',
];

function pull(number: number, more: object = {}) {
  return {
    number,
    html_url: `https://github.example/acme/shop/pull/${number}`,
    title: `Change ${number}`,
    body: null,
    user: { login: 'ada' },
    head: { ref: `branch-${number}` },
    merged_at: null,
    merge_commit_sha: null,
    ...more,
  };
}

const merged = { merged_at: '2026-03-01T10:00:00Z', merge_commit_sha: SHA };

function review(login: string | null, state: string) {
  return { user: login === null ? null : { login }, state };
}

const NEVER = new AbortController().signal;
const pauses: number[] = [];

async function find(
  answers: ApiAnswers,
  wanted: Partial<Omit<Wanted, 'fields'>> & { fields?: DeployField[] } = {},
) {
  await using api = await startGitHubApi(answers);
  pauses.length = 0;
  const found = await lookUpChange(
    { ...connectToGitHub(api.url, 'ghs_secret', NEVER), pause: async (ms) => void pauses.push(ms) },
    {
      owner: 'acme',
      repo: 'shop',
      sha: SHA,
      pullRequest: undefined,
      jobId: undefined,
      isFresh: false,
      startHint: 'ask the wrapper',
      ...wanted,
      fields: new Set(wanted.fields ?? everything),
    },
  );
  return {
    ...found,
    questions: api.questions(),
    authorizations: api.asked.map((one) => one.authorization),
    pauses: [...pauses],
  };
}

describe('the pull request of a commit', () => {
  test('gives the change, and its reviews the approver, in two questions', async () => {
    const found = await find({
      [PULLS]: { body: [pull(7, { ...merged, body: 'For CHG42' })] },
      [REVIEWS]: { body: [review('grace', 'APPROVED')] },
    });
    const source = 'api:commits/{sha}/pulls';
    expect(found.facts).toEqual({
      change_id: { value: '7', source },
      change_url: { value: 'https://github.example/acme/shop/pull/7', source },
      change_title: { value: 'Change 7', source },
      change_author: { value: 'ada', source },
      change_approver: { value: 'grace', source: 'api:pulls/{number}/reviews' },
    });
    expect(found.changeTexts.map(({ value }) => value)).toEqual(['Change 7', 'For CHG42', 'branch-7']);
    expect(found.gaps).toEqual([]);
    expect(found.questions).toEqual([PULLS, REVIEWS]);
    expect(new Set(found.authorizations)).toEqual(new Set(['token ghs_secret']));
  });

  test('is the one that was merged with this commit, then a merged one, then an open one', async () => {
    const other = { merged_at: '2026-02-01T10:00:00Z', merge_commit_sha: 'b'.repeat(40) };
    const reviews = { 'GET /repos/acme/shop/pulls/3/reviews': { body: [] } };
    const first = await find({ [PULLS]: { body: [pull(1), pull(2, other), pull(3, merged)] }, ...reviews });
    expect(first.facts.change_id?.value).toBe('3');
    const second = await find({ [PULLS]: { body: [pull(1), pull(3, other)] }, ...reviews });
    expect(second.facts.change_id?.value).toBe('3');
    const third = await find({ [PULLS]: { body: [pull(3), pull(4)] }, ...reviews });
    expect(third.facts.change_id?.value).toBe('3');
  });

  test('is asked for once more, after a moment, when the commit was just pushed', async () => {
    const late = (asked: number) => ({ body: asked === 0 ? [] : [pull(7, merged)] });
    const found = await find({ [PULLS]: late, [REVIEWS]: { body: [] } }, { isFresh: true });
    expect(found.facts.change_id?.value).toBe('7');
    expect(found.pauses).toEqual([1000]);
    const never = await find({ [PULLS]: { body: [] } }, { isFresh: true });
    expect(never.facts).toEqual({});
    expect(never.gaps).toEqual([]);
    expect(never.questions).toEqual([PULLS, PULLS]);
    expect((await find({ [PULLS]: { body: [] } })).questions).toEqual([PULLS]);
  });

  test('is asked for by its number when the run names it', async () => {
    const found = await find(
      { 'GET /repos/acme/shop/pulls/7': { body: pull(7) }, [REVIEWS]: { body: [] } },
      { pullRequest: 7 },
    );
    expect(found.facts.change_title).toEqual({ value: 'Change 7', source: 'api:pulls/{number}' });
    expect(found.questions).toEqual(['GET /repos/acme/shop/pulls/7', REVIEWS]);
  });

  test('is not asked for when nothing of it is wanted', async () => {
    const found = await find(
      { [REVIEWS]: { body: [review('grace', 'APPROVED')] } },
      {
        pullRequest: 7,
        fields: ['change_approver'],
      },
    );
    expect(found.facts).toEqual({
      change_approver: { value: 'grace', source: 'api:pulls/{number}/reviews' },
    });
    expect(found.questions).toEqual([REVIEWS]);
    expect((await find({}, { sha: undefined })).questions).toEqual([]);
  });

  test.each([[null], [{}], ['text'], [[null, 1, {}, { number: '7' }]]])(
    'that the answer %j does not have is none',
    async (body) => {
      expect((await find({ [PULLS]: { body } })).facts).toEqual({});
    },
  );
});

describe('the approver', () => {
  test.each([
    ['of nobody is none', [], undefined],
    ['is who approved', [review('grace', 'APPROVED')], 'grace'],
    ['is not who only commented', [review('grace', 'COMMENTED')], undefined],
    [
      'stays who approved and commented later',
      [review('grace', 'APPROVED'), review('grace', 'COMMENTED')],
      'grace',
    ],
    [
      'is not who asked for changes last',
      [review('g', 'APPROVED'), review('g', 'CHANGES_REQUESTED')],
      undefined,
    ],
    [
      'is who approved after asking for changes',
      [review('g', 'CHANGES_REQUESTED'), review('g', 'APPROVED')],
      'g',
    ],
    ['is not whose approval was dismissed', [review('g', 'DISMISSED')], undefined],
    ['may be several', [review('ada', 'APPROVED'), review('grace', 'APPROVED')], 'ada, grace'],
    ['is no deleted user', [review(null, 'APPROVED')], undefined],
    ['is none in an answer of another kind', { message: 'no' }, undefined],
  ])('%s', async (_, body, expected) => {
    const found = await find({ [REVIEWS]: { body } }, { pullRequest: 7, fields: ['change_approver'] });
    expect(found.facts.change_approver?.value).toBe(expected);
  });

  test('of more than a hundred reviews is found on the last page', async () => {
    const pages = [
      Array(100).fill(review('grace', 'APPROVED')),
      [review('grace', 'DISMISSED'), review('ada', 'APPROVED')],
    ];
    const found = await find(
      { [REVIEWS]: (asked: number) => ({ body: pages[asked] }) },
      { pullRequest: 7, fields: ['change_approver'] },
    );
    expect(found.facts.change_approver?.value).toBe('ada');
  });
});

describe('the start of the job', () => {
  test('is asked for when the change cost at most one question', async () => {
    const found = await find(
      { [PULLS]: { body: [] }, [JOB]: { body: { started_at: '2026-03-01T10:00:00Z' } } },
      { jobId: '99' },
    );
    expect(found.facts).toEqual({
      deployment_start_time: { value: '2026-03-01T10:00:00Z', source: 'api:actions/jobs/{id}' },
    });
  });

  test('is left out, and said to be, when two questions were asked', async () => {
    const found = await find(
      { [PULLS]: { body: [pull(7)] }, [REVIEWS]: { body: [] }, [JOB]: { body: { started_at: 'x' } } },
      { jobId: '99' },
    );
    expect(found.questions).toEqual([PULLS, REVIEWS]);
    expect(found.gaps).toEqual([
      {
        fields: ['deployment_start_time'],
        reason: expect.stringMatching(/spare a call.*ask the wrapper/),
      },
    ]);
  });
});

describe('what cannot be asked', () => {
  test.each([
    [
      PULLS,
      {},
      ['change_id', 'change_url', 'change_title', 'change_author'],
      'pull-requests: read (and contents: read)',
    ],
    [REVIEWS, { pullRequest: 7, fields: ['change_approver'] }, ['change_approver'], 'pull-requests: read'],
    [JOB, { jobId: '99', fields: ['deployment_start_time'] }, ['deployment_start_time'], 'actions: read'],
  ] satisfies [string, Parameters<typeof find>[1], DeployField[], string][])(
    'by %s for want of a permission names it',
    async (question, wanted, fields, permission) => {
      for (const status of [403, 404]) {
        const body = { message: 'Resource not accessible by integration' };
        const found = await find({ [question]: { status, body } }, wanted);
        expect(found.facts).toEqual({});
        expect(found.gaps).toEqual([
          { fields, reason: `GitHub's API answered ${status}; the job needs the permission ${permission}` },
        ]);
      }
    },
  );

  test.each([
    [401, {}, { message: 'Bad credentials' }, 'GitHub refused github-token'],
    [
      403,
      { 'x-ratelimit-remaining': '0' },
      { message: 'API rate limit exceeded for 1.2.3.4' },
      "GitHub's rate limit is used up",
    ],
    [429, {}, { message: 'slow down' }, "GitHub's rate limit is used up"],
    [500, {}, { message: 'oops' }, "GitHub's API answered 500"],
  ])('because of a %i is a gap that says so', async (status, headers, body, reason) => {
    const found = await find({ [PULLS]: { status, headers, body } });
    expect(found.gaps.map((gap) => gap.reason)).toEqual([reason]);
  });

  test('because nobody answers is a gap, too', async () => {
    const found = await lookUpChange(connectToGitHub('http://127.0.0.1:1', 'ghs_secret', NEVER), {
      owner: 'acme',
      repo: 'shop',
      sha: SHA,
      pullRequest: undefined,
      jobId: undefined,
      isFresh: false,
      startHint: 'ask the wrapper',
      fields: new Set(everything),
    });
    expect(found.gaps.map(({ reason }) => reason)).toEqual(["GitHub's API did not answer"]);
  });

  test('because nobody answers in time is a gap, too', async () => {
    await using api = await startGitHubApi({ [PULLS]: { hang: true } });
    const { ask, pause } = connectToGitHub(api.url, 'ghs_secret', NEVER, 50);
    const question = () => ask('GET /repos/acme/shop/commits/{sha}/pulls', { sha: SHA });
    await expect(question()).rejects.toThrow("GitHub's API did not answer");
    // The patience is one for all: nothing more is asked, and no pause is waited out.
    await expect(question()).rejects.toThrow("GitHub's API did not answer in time");
    await pause(60_000);
    expect(api.questions()).toHaveLength(1);
  });

  test('because the step is interrupted ends at once', async () => {
    await using api = await startGitHubApi({ [PULLS]: { hang: true } });
    const controller = new AbortController();
    const { ask } = connectToGitHub(api.url, 'ghs_secret', controller.signal);
    const question = ask('GET /repos/acme/shop/commits/{sha}/pulls', { sha: SHA });
    controller.abort();
    await expect(question).rejects.toThrow("GitHub's API did not answer");
  });

  test('because the address of the API is none is a gap, too', async () => {
    const { ask } = connectToGitHub('api.ghes.corp', 'ghs_secret', NEVER);
    await expect(ask('GET /x', {})).rejects.toThrow("GitHub's API did not answer");
  });
});
