import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readAction } from '../read-action.ts';
import { runAction } from '../run-action.ts';
import { inputVariables, runnerVariables } from '../runner-variables.ts';
import { runLocalAction } from './run-local-action.ts';
import { type Received, startStandInService } from './stand-in-service.ts';

/** The first push among the examples of GitHub's webhooks that pushes a commit. */
async function pushPayload(): Promise<{ after: string }> {
  const file = fileURLToPath(import.meta.resolve('@octokit/webhooks-examples'));
  const webhooks: { name: string; examples: { after: string; head_commit?: unknown }[] }[] = JSON.parse(
    await readFile(file, 'utf8'),
  );
  const pushes = webhooks.find(({ name }) => name === 'push')?.examples ?? [];
  const payload = pushes.find(({ head_commit }) => head_commit);
  if (!payload) throw new Error('@octokit/webhooks-examples has no push of a commit');
  return payload;
}

/** The two runs begin at different times. */
function withoutTimes(received: Received[]) {
  return received.map(({ authorization, body }) => ({
    authorization,
    events: body.events.map(
      ({ timestamp, attributes: { deployment_start_time, ...attributes } = {}, ...rest }) => ({
        ...rest,
        attributes,
        timestamp: typeof timestamp,
        deployment_start_time: typeof deployment_start_time,
      }),
    ),
  }));
}

test.each(['now', 'job-end'])(
  "GitHub's local-action and our imitation of the runner report the same (report-at: %s)",
  async (reportAt) => {
    await using service = await startStandInService();
    const payload = await pushPayload();
    const temp = await mkdtemp(join(tmpdir(), 'milepost-second-opinion-'));
    onTestFinished(() => rm(temp, { recursive: true }));
    const payloadFile = join(temp, 'event.json');
    await writeFile(payloadFile, JSON.stringify(payload));
    const inputs = {
      'base-url': service.url,
      token: 'a-bearer-token',
      'entity-id': 'checkout',
      env: 'production',
      'detect-change': 'false',
      'report-at': reportAt,
    };
    // All given: local-action takes an empty value for none, and then action.yml's `${{ … }}` as it stands.
    const expressions = {
      'job.status': 'success',
      'job.check_run_id': '41',
      'github.token': 'ghs_token',
      'toJSON(matrix)': 'null',
      'runner.temp': temp,
    };
    const env = { GITHUB_SHA: payload.after };

    await using ours = await runAction({ eventName: 'push', payload, inputs, env, expressions });
    const first = service.received.splice(0);
    const theirs = await runLocalAction({
      ...runnerVariables({ eventName: 'push', payloadFile, home: temp, temp, workspace: temp }),
      ...env,
      ...inputVariables((await readAction()).inputs, inputs, expressions),
    });

    expect(withoutTimes(service.received)).toEqual(withoutTimes(first));
    expect(withoutTimes(first)).toMatchObject([
      {
        authorization: 'Bearer a-bearer-token',
        events: [
          {
            type: 'event-deploy',
            entityId: 'checkout',
            timestamp: 'string',
            attributes: { env: 'production', status: 'success', build_commit_sha: payload.after },
          },
        ],
      },
    ]);
    const reported = reportAt === 'now' ? ours.main : ours.post;
    expect(Object.keys(theirs.outputs).sort()).toEqual(Object.keys(reported.outputs).sort());
    expect(theirs.outputs).toMatchObject({ outcome: 'reported', accepted: '1' });
    expect(theirs.summary).toContain('Deployment reported');
    expect(theirs.stdout).not.toContain('a-bearer-token');
  },
);
