import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type StoredEvent,
  startTestEmulator,
  type TestEmulator,
} from '../../../emulator/test/start-test-emulator.fixture.ts';
import { runMilepost } from '../run-milepost.ts';
import { startHistoryApi } from './history-api.fixture.ts';

let emulator: TestEmulator;
let directory: string;
let entity: string;
let entities = 0;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
beforeEach(async () => {
  entities += 1;
  entity = await emulator.entity(`history-${entities}`);
  directory = await mkdtemp(join(tmpdir(), 'milepost-backfill-'));
  return () => rm(directory, { recursive: true });
});
afterAll(() => emulator[Symbol.asyncDispose]());

const SOURCES = [
  ['GitHub', 'from-github', 'MILEPOST_GITHUB_URL', 'MILEPOST_GITHUB_TOKEN'],
  ['GitLab', 'from-gitlab', 'MILEPOST_GITLAB_URL', 'MILEPOST_GITLAB_TOKEN'],
] as const;

function call(source: string, urlName: string, tokenName: string, apiUrl: string) {
  return {
    args: ['backfill', `--${source}`, 'acme/shop', '--entity-id', entity, '--json'],
    options: {
      cwd: directory,
      deadlineMs: 60_000,
      env: {
        MILEPOST_BASE_URL: emulator.url,
        MILEPOST_API_KEY: emulator.apiKey,
        [urlName]: apiUrl,
        [tokenName]: 'glpat-or-ghp-secret',
      },
    },
  };
}

/** The ids of the deployments that are stored, in order. */
function idsOf(events: readonly StoredEvent[], offset: number): number[] {
  return events.map(({ attributes }) => Number(attributes['build_id']) - offset).sort((a, b) => a - b);
}

const upTo = (count: number) =>
  Array.from({ length: count }, (_, index) => index + 1).filter((id) => id % 10 !== 7);

describe.each(SOURCES)('from %s', (name, source, urlName, tokenName) => {
  const offset = name === 'GitLab' ? 4000 : 0;

  test('each deployment that has ended is an event, whole; the others come when they have', async () => {
    await using api = await startHistoryApi({ count: 230, limitEvery: name === 'GitHub' ? 90 : 4 });
    const { args, options } = call(source, urlName, tokenName, api.url);
    const run = await runMilepost(args, options);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(run.stdout)).toMatchObject({
      sent: 207,
      rejected: {},
      waiting: 23,
      bad: 0,
      problems: [],
    });
    const events = await emulator.events(entity);
    expect(idsOf(events, offset)).toEqual(upTo(230));
    const third = events.find(({ attributes }) => Number(attributes['build_id']) - offset === 3);
    expect(third).toMatchObject({
      type: 'event-deploy',
      timestamp: '2026-01-01T00:03:30.000Z',
      attributes: {
        env: 'production',
        status: 'failed',
        build_commit_sha: '3'.padStart(40, '0'),
        build_url:
          name === 'GitLab'
            ? 'https://gitlab.example/acme/shop/-/jobs/4003'
            : 'https://github.example/acme/shop/actions/runs/3',
        description: 'Release 3 – café',
        initiator: 'ada',
        deployment_start_time: expect.stringMatching(/^2026-01-01T00:03:05/),
      },
    });

    api.add(8);
    api.end();
    const again = await runMilepost(args, options);
    expect(JSON.parse(again.stdout)).toMatchObject({ sent: 31, waiting: 0 });
    expect(idsOf(await emulator.events(entity), offset)).toEqual(
      Array.from({ length: 238 }, (_, index) => index + 1),
    );
    const once = await runMilepost(args, options);
    expect(JSON.parse(once.stdout)).toMatchObject({ sent: 0 });
  });

  test('killed by kill -9 again and again while it sends, each is stored exactly once', async () => {
    await using api = await startHistoryApi({ count: 700 });
    const { args, options } = call(source, urlName, tokenName, api.url);
    // 42 requests, which take four seconds now.
    await emulator.fault({ match: { method: 'POST', path: '/events' }, do: { latencyMs: 100 } });
    let kills = 0;
    for (const wanted of [1, 150, 300, 450, 600]) {
      let stored = 0;
      const watch = setInterval(async () => {
        stored = (await emulator.events(entity)).length;
      }, 50);
      const run = await runMilepost(args, {
        ...options,
        interrupt: { signal: 'SIGKILL', when: () => stored >= Math.min(wanted, 499) && Math.random() < 0.3 },
      });
      clearInterval(watch);
      if (run.exitCode === null) kills += 1;
    }
    await emulator.clearFaults();
    expect(kills).toBeGreaterThan(2);
    const last = await runMilepost(args, options);
    expect(last.exitCode).toBe(0);
    expect(idsOf(await allEvents(emulator, entity), offset)).toEqual(upTo(700));
  }, 60_000);
});

/** The list has pages of at most 500. */
async function allEvents({ url, apiKey }: TestEmulator, entityId: string): Promise<StoredEvent[]> {
  const all: StoredEvent[] = [];
  for (let offset = 0; ; offset += 500) {
    const response = await fetch(`${url}/events?limit=500&offset=${offset}&entityId=${entityId}`, {
      headers: { 'x-api-key': apiKey },
    });
    const page: { items: StoredEvent[] } = JSON.parse(await response.text());
    all.push(...page.items);
    if (page.items.length < 500) return all;
  }
}

test.each([
  [['--from-github', 'shop'], /--from-github: 'shop' is not OWNER\/REPO/],
  [[], /give one of --from-github, --from-gitlab, --from-tags, --from-file/],
  [['--from-tags', 'v*', '--from-file', 'x.csv'], /not several/],
  [['--from-file', 'nowhere.csv'], /--from-file: .*nowhere.csv cannot be read \(ENOENT\)/],
  [['--from-tags', 'v*'], /--from-tags: git cannot read/],
  [['--from-file', 'x.csv', '--since', 'yesterday'], /--since: 'yesterday' is not valid/],
  [['--from-file', 'x.csv', '--column', 'time'], /--column: 'time' is not of the form FIELD=COLUMN/],
  [
    ['--from-file', 'x.csv', '--column', 'timestam=a'],
    /no field is called 'timestam'; did you mean 'timestamp'/,
  ],
])('%j is wrong usage', async (args, said) => {
  const run = await runMilepost(['backfill', ...args], {
    cwd: directory,
    env: { MILEPOST_BASE_URL: emulator.url, MILEPOST_API_KEY: emulator.apiKey },
  });
  expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(said) });
});

test('an API that refuses the token ends it, and says so', async () => {
  await using api = await startHistoryApi({ count: 1 });
  const { args, options } = call(
    'from-github',
    'MILEPOST_GITHUB_URL',
    'MILEPOST_GITHUB_TOKEN',
    `${api.url}/none`,
  );
  const run = await runMilepost(args, options);
  expect(run).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/GitHub's API answered 404/) });
});
