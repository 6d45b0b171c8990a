import fc from 'fast-check';
import { test } from 'vitest';
import { readGitHub } from './github.ts';
import { expectSound, runner } from './sound-run.fixture.ts';

const events = fc.constantFrom(
  'push',
  'pull_request',
  'pull_request_target',
  'pull_request_review',
  'deployment',
  'deployment_status',
  'release',
  'workflow_run',
  'workflow_dispatch',
  'merge_group',
  'schedule',
  'issue_comment',
  'constructor',
  '',
);
const names = fc.constantFrom(
  'pull_request',
  'pull_requests',
  'head',
  'base',
  'repo',
  'sha',
  'merged',
  'number',
  'deployment',
  'payload',
  'change_window_end',
  'deployment_status',
  'state',
  'created_at',
  'workflow_run',
  'conclusion',
  'updated_at',
  'run_started_at',
  'action',
  'release',
  'published_at',
  'head_commit',
  'message',
  'commits',
  'inputs',
  'environment',
  '__proto__',
  'user',
  'login',
);
const words = fc.constantFrom(
  'completed',
  'success',
  'constructor',
  '__proto__',
  'published',
  'Title (#7)',
  '{"change_window_end":"2026-02-30"}',
  '2026-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '+012345-01-01T00:00:00Z',
  '1',
  ' \n',
  '\0',
);
const texts = fc.oneof(fc.string({ unit: 'binary' }), words);
const { payload: guided } = fc.letrec((tie) => ({
  payload: fc.oneof(
    { maxDepth: 5 },
    texts,
    fc.constantFrom(null, true, 7, -1, 0.5),
    fc.array(tie('payload'), { maxLength: 3 }),
    fc.dictionary(names, tie('payload'), { maxKeys: 8 }),
  ),
}));
const variables = fc.record(
  Object.fromEntries(Object.keys(runner).map((name) => [name, fc.option(texts, { nil: undefined })])),
  { requiredKeys: [] },
);

test.each([
  ['of the shape that GitHub sends, or nearly', guided],
  ['of any shape', fc.jsonValue()],
])('no payload %s, no variable and no input makes it fail, or gives what is not sound', (_, payloads) => {
  const inputs = fc.record({ jobStatus: texts, matrix: fc.oneof(texts, fc.json()), checkRunId: texts });
  fc.assert(
    fc.property(events, variables, payloads, inputs, (event, env, payload, given) => {
      expectSound(readGitHub({ env: { ...env, GITHUB_EVENT_NAME: event }, payload, inputs: given }));
    }),
    { numRuns: 1000 },
  );
});
