import { expect, test } from 'vitest';
import type { DeployField } from '../ci/context.ts';
import { ApiError } from './api-error.ts';
import { lookUpMergeRequest, type WantedOfGitLab } from './gitlab-change.ts';
import type { Api } from './open-api.ts';

const SHA = 'a'.repeat(40);
const OF_COMMIT = `/projects/5/repository/commits/${SHA}/merge_requests`;
const everything: DeployField[] = [
  'change_id',
  'change_url',
  'change_title',
  'change_author',
  'change_approver',
];

/** As docs.gitlab.com/api/commits, "List merge requests associated with a commit", has it. */
function merged(iid: number, more: object = {}) {
  return {
    id: 1000 + iid,
    iid,
    project_id: 5,
    title: `Change ${iid}`,
    description: `For CHG${iid}`,
    state: 'merged',
    source_branch: `branch-${iid}`,
    author: { id: 1, username: 'ada' },
    web_url: `https://gitlab.example/acme/shop/-/merge_requests/${iid}`,
    merge_commit_sha: null,
    squash_commit_sha: null,
    ...more,
  };
}

async function find(
  answers: Record<string, unknown>,
  wanted: Partial<Omit<WantedOfGitLab, 'fields'>> & { fields?: DeployField[] } = {},
) {
  const asked: string[] = [];
  const api: Api = {
    get: async (path) => {
      asked.push(path);
      const body = answers[path];
      if (body instanceof Error) throw body;
      if (body === undefined) throw new ApiError("GitLab's API answered 404", { status: 404 });
      return { body, next: undefined };
    },
    close: () => {},
  };
  const found = await lookUpMergeRequest(api, {
    projectId: '5',
    sha: SHA,
    mergeRequest: undefined,
    isOwnToken: true,
    ...wanted,
    fields: new Set(wanted.fields ?? everything),
  });
  return { ...found, asked };
}

test('the merge request whose merge made the commit is the change, also when it was squashed', async () => {
  const list = [merged(1, { state: 'opened' }), merged(2), merged(3, { squash_commit_sha: SHA })];
  const approvals = { approved_by: [{ user: { username: 'grace' } }, { user: { username: 'edsger' } }] };
  const found = await find({ [OF_COMMIT]: list, '/projects/5/merge_requests/3/approvals': approvals });
  const source = 'api:repository/commits/{sha}/merge_requests';
  expect(found).toEqual({
    facts: {
      change_id: { value: '3', source },
      change_url: { value: 'https://gitlab.example/acme/shop/-/merge_requests/3', source },
      change_title: { value: 'Change 3', source },
      change_author: { value: 'ada', source },
      change_approver: { value: 'grace, edsger', source: 'api:merge_requests/{iid}/approvals' },
    },
    changeTexts: [
      { value: 'Change 3', source },
      { value: 'For CHG3', source },
      { value: 'branch-3', source },
    ],
    gaps: [],
    asked: [OF_COMMIT, '/projects/5/merge_requests/3/approvals'],
  });
});

test('a merged one goes before an open one', async () => {
  const found = await find({ [OF_COMMIT]: [merged(1, { state: 'opened' }), merged(2)] });
  expect(found.facts.change_id?.value).toBe('2');
});

test('a pipeline of a merge request is asked for that one, in the project that it merges into', async () => {
  const found = await find(
    {
      '/projects/9/merge_requests/7': merged(7, { project_id: 9 }),
      '/projects/9/merge_requests/7/approvals': {},
    },
    { mergeRequest: { iid: '7', projectId: '9' } },
  );
  expect(found.facts.change_author).toEqual({ value: 'ada', source: 'api:merge_requests/{iid}' });
  expect(found.facts).not.toHaveProperty('change_approver');
  expect(found.gaps).toEqual([]);
});

test('the token of a job asks only what it may, and says which token would know the approvals', async () => {
  const found = await find(
    { [OF_COMMIT]: [merged(6), merged(7)] },
    { isOwnToken: false, mergeRequest: { iid: '7', projectId: '5' } },
  );
  expect(found.asked).toEqual([OF_COMMIT]);
  expect(found.facts.change_id?.value).toBe('7');
  expect(found.gaps).toEqual([
    {
      fields: ['change_approver'],
      reason: 'approvals are not shown to CI_JOB_TOKEN; give gitlab-token, a token with the scope read_api',
    },
  ]);
});

test.each([
  [403, true, /answered 403; gitlab-token needs the scope read_api/],
  [401, false, /answered 401; give gitlab-token/],
  [500, true, /answered 500$/],
])('an answer %i is a gap, with the remedy', async (status, isOwnToken, reason) => {
  const error = new ApiError(`GitLab's API answered ${status}`, { status });
  const found = await find({ [OF_COMMIT]: error }, { isOwnToken });
  expect(found.facts).toEqual({});
  expect(found.gaps[0]).toEqual({
    fields: everything.slice(0, 4),
    reason: expect.stringMatching(reason),
  });
});

test.each([[[]], [{}], ['text'], [[null, 1, { iid: 'x' }]]])(
  'of the answer %j nothing is known',
  async (answer) => {
    const found = await find({ [OF_COMMIT]: answer });
    expect(found).toMatchObject({ facts: {}, gaps: [], asked: [OF_COMMIT] });
  },
);

test('nothing is asked without a commit and a merge request', async () => {
  expect((await find({}, { sha: undefined })).asked).toEqual([]);
});
