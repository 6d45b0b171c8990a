import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startTestEmulator, type TestEmulator } from '../../../emulator/test/start-test-emulator.fixture.ts';
import { examplePayload, push } from '../examples.ts';
import { report } from '../report.fixture.ts';

const EXAMPLES = join(import.meta.dirname, '../../../../examples/github');
const OURS = 'milepost-dev/milepost/packages/github-action@';
const TOKEN_SECRET = 'client-secret-of-the-example';

interface Job {
  strategy?: { matrix: Record<string, string[]> };
  steps: { uses?: string; with?: Record<string, string | boolean> }[];
}

interface Workflow {
  on: string | Record<string, unknown>;
  jobs: Record<string, Job>;
}

/** What starts the workflow of an example, by its trigger. */
const payloads: Record<string, object> = {
  push: push.payload,
  release: examplePayload('release', 10),
  deployment_status: examplePayload('deployment_status', 0),
  workflow_run: examplePayload('workflow_run', 1),
  pull_request: examplePayload('pull_request', 22),
  pull_request_target: examplePayload('pull_request', 3, { 'pull_request.merged': true }),
};

let emulator: TestEmulator;
let issuer: Awaited<ReturnType<typeof startIssuer>>;
beforeAll(async () => {
  emulator = await startTestEmulator();
  issuer = await startIssuer();
});
afterAll(async () => {
  await issuer[Symbol.asyncDispose]();
  await emulator[Symbol.asyncDispose]();
});

/** An issuer for clients with a secret, which the emulator has none of yet; the tokens are the emulator's. */
async function startIssuer() {
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const body: Record<string, string> = JSON.parse(Buffer.concat(chunks).toString());
    const known = body['grant_type'] === 'client_credentials' && body['client_secret'] === TOKEN_SECRET;
    res.writeHead(known ? 200 : 401, { 'content-type': 'application/json' });
    res.end(JSON.stringify(known ? { access_token: await emulator.token({}) } : { error: 'invalid_client' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the issuer does not listen');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// The one with the emulator as a service tests scripts of one's own.
const files = (await readdir(EXAMPLES)).filter(
  (name) => name.endsWith('.yml') && name !== 'emulator-service.yml',
);
const workflows = await Promise.all(
  files.map(
    async (name): Promise<[string, Workflow]> => [name, parse(await readFile(join(EXAMPLES, name), 'utf8'))],
  ),
);
const steps = workflows.flatMap(([file, { on, jobs }]) =>
  Object.entries(jobs).flatMap(([job, { strategy, steps }]) =>
    steps
      .filter(({ uses }) => uses?.startsWith(OURS))
      .map((step) => ({
        name: `${file}, job ${job}`,
        eventName: typeof on === 'string' ? on : (Object.keys(on)[0] ?? ''),
        target: strategy?.matrix['target']?.[0] ?? '',
        inputs: step.with ?? {},
      })),
  ),
);

test('every example has the step', () => {
  expect(new Set(steps.map(({ name }) => name.split(',')[0]))).toEqual(new Set(files));
});

test.each(steps.map((step) => [step.name, step] as const))(
  '%s: the step does what it is for',
  async (_, step) => {
    const { eventName, target } = step;
    const token = await emulator.token({});
    const values: Record<string, string> = {
      'vars.MILEPOST_URL': emulator.url,
      'vars.MILEPOST_AUTH_URL': issuer.url,
      'vars.MILEPOST_CLIENT_ID': 'ci',
      'secrets.MILEPOST_TOKEN': token,
      'secrets.MILEPOST_CLIENT_SECRET': TOKEN_SECRET,
      'matrix.target': target,
    };
    const inputs = Object.fromEntries(
      Object.entries(step.inputs).map(([name, value]) => [
        name,
        String(value).replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
          const known = values[expression];
          if (known === undefined) throw new Error(`the test has no value of ${expression}`);
          return known;
        }),
      ]),
    );
    const payload = payloads[eventName];
    if (!payload) throw new Error(`the test has no payload of ${eventName}`);

    const before = (await emulator.events()).length;
    await using run = await report({ eventName, payload, inputs });
    expect(run.main.exitCode).toBe(0);
    expect(run.post.exitCode).toBe(0);
    const done = inputs['report-at'] === 'job-end' ? run.post : run.main;
    if (inputs['dry-run'] === 'true') {
      expect(done.outputs).toMatchObject({ outcome: 'skipped', reason: 'Dry run: nothing was sent.' });
      return;
    }
    expect(done.outputs).toMatchObject({ outcome: 'reported' });
    const events = await emulator.events();
    const added = events.length - before;
    expect(added).toBe(Number(done.outputs['accepted']));
    expect(events[0]?.attributes).toMatchObject({
      env: inputs['environment-map'] ? 'production' : (inputs['env'] ?? 'production'),
      status: 'success',
      build_commit_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
  },
);
