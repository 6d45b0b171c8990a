import { expect } from 'vitest';
import { type StoredEvent, startTestEmulator } from '../../../emulator/test/start-test-emulator.fixture.ts';
import { readExamples } from '../read-templates.ts';
import { type Pipeline, type PipelineEnd, startGitLab } from './gitlab.fixture.ts';

const ENTITIES = ['checkout', 'payments', 'shop'];
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** What became of a pipeline, and what the service stored of it, by entity. */
export interface Reported {
  end: PipelineEnd;
  stored: StoredEvent[];
}

export type Service = Awaited<ReturnType<typeof startService>>;

/** A service, and a GitLab whose projects have it in their variables. */
export async function startService() {
  const emulator = await startTestEmulator(['--no-rate-limit']);
  const gitlab = await startGitLab();
  const token = await emulator.token({});
  const examples = await readExamples();
  await emulator.entity('shop');

  async function runPipeline(pipeline: Pipeline): Promise<Reported> {
    const before = new Set((await emulator.events()).map(({ id }) => id));
    const project = { MILEPOST_BASE_URL: emulator.url, MILEPOST_TOKEN: token };
    const end = await gitlab.pipeline({ ...pipeline, variables: { ...project, ...pipeline.variables } });
    expect(end.output).not.toContain(token);
    const stored: StoredEvent[] = [];
    for (const entityId of ENTITIES) {
      const events = (await emulator.events(entityId)).filter(({ id }) => !before.has(id));
      // By its short id, which the tests know.
      stored.push(...events.map((event) => ({ ...event, entityId })));
    }
    expect(await emulator.events()).toHaveLength(before.size + stored.length);
    return { end, stored };
  }

  return {
    gitlab,
    runPipeline,
    /** Runs the pipeline of a file under examples/gitlab. */
    async runExample(name: string, pipeline: Partial<Pipeline> = {}): Promise<Reported> {
      return await runPipeline({ ...pipeline, text: examples.get(name) ?? '' });
    },
    async [Symbol.asyncDispose]() {
      await gitlab[Symbol.asyncDispose]();
      await emulator[Symbol.asyncDispose]();
    },
  };
}

/** The whole event of a deployment that succeeded, but for what differs. */
export function deployment(commit: string, entityId: string, attributes: Record<string, unknown> = {}) {
  return {
    id: expect.any(String),
    type: 'event-deploy',
    entityId,
    blueprintId: '04252f20-4000-470a-a1eb-88bf5bb648d2',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/),
    accountId: expect.any(String),
    createdAt: expect.any(String),
    attributes: {
      env: 'production',
      status: 'success',
      build_id: expect.stringMatching(/^\d+$/),
      build_url: expect.stringMatching(/^https:\/\/gitlab\.example\/acme\/shop\/-\/jobs\/\d+$/),
      build_commit_sha: commit,
      description: 'Carts',
      initiator: 'ada',
      deployment_start_time: expect.stringMatching(DATE),
      ...attributes,
    },
  };
}
