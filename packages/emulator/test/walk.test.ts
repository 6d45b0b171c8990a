import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanEnvironment, makeRepository } from '../src/repos/git-repository.fixture.ts';
import { startEmulator, stopEmulator } from './system/start-emulator.ts';

/** One walk as a user goes it: a repository with tags, connected; its tags deployed; the numbers explained. */
const BIN = fileURLToPath(new URL('../bin/milepost-emulator.js', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'milepost-walk-'));
const data = join(home, 'data');
const repository = makeRepository(join(home, 'shop.git'), home);
const { git, commit } = repository;

let emulator: Awaited<ReturnType<typeof startEmulator>>;
beforeAll(async () => {
  emulator = await startEmulator({ args: ['--data-dir', data, '--log-level', 'warn'] });
});
afterAll(async () => {
  await stopEmulator(emulator);
  rmSync(home, { recursive: true, force: true });
});

/**
 * Five releases: a line; a feature branch that is merged; a hotfix on a branch of v2 that is merged later; an octopus;
 * a rewritten history.
 */
function release(): string[] {
  const v1 = repository.line(3);
  const feature = repository.line(2, v1);
  const v2 = commit('Merge the feature', commit('On main', v1), feature);
  const hotfix = commit('Hotfix', v2);
  const later = repository.line(4, v2);
  const v3 = commit('Merge the hotfix', later, hotfix);
  const octopus = commit('Octopus', v3, commit('One', v3), commit('Two', v3), commit('Three', v3));
  const tags = [v1, v2, hotfix, v3, octopus];
  for (const [index, sha] of tags.entries())
    git(['tag', '-a', '-m', `Release ${index + 1}`, `v${index + 1}`, sha]);
  repository.branch('main', octopus);
  return tags;
}

const run = (...args: string[]) =>
  spawnSync(process.execPath, [BIN, ...args, '--data-dir', data], {
    env: cleanEnvironment(home),
    encoding: 'utf8',
  });

const cli = (...args: string[]) => {
  const { status, stdout, stderr } = run(...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
};

async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(emulator.url + path, {
    method,
    headers: { 'x-api-key': emulator.apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = JSON.parse(await response.text());
  expect(response.ok, JSON.stringify(answer)).toBe(true);
  return answer;
}

const FIRST = Date.parse('2026-01-05T12:00:00Z');
const DAY = 86_400_000;

test('tags of a connected repository are deployed, and every number is explained down to the commits', async () => {
  const tags = release();
  const abbreviated = tags.map((sha, index) => (index === 1 ? sha.slice(0, 10) : sha));
  const events = abbreviated.map((sha, index) => ({
    type: 'event-deploy',
    entityId: 'checkout',
    timestamp: new Date(FIRST + index * DAY).toISOString(),
    attributes: { env: index % 2 ? 'prod' : 'Production', status: 'success', build_commit_sha: sha },
  }));
  expect((await call('POST', '/events', { events })).failures).toEqual([]);
  cli('repos', 'connect', '--entity', 'checkout', '--path', repository.directory);
  expect(cli('metrics', 'calculate')).toMatch(
    /^Calculated through \d{4}-\d\d-\d\d \(chains: 1, deployments: 5\)\.\n$/,
  );

  const window = 'from=2026-01-05&to=2026-01-09&entityId=checkout';
  const explained = await call('GET', `/dora/explain?metric=leadTimeForChange&${window}`);
  const byTag = explained.items.toReversed();
  expect(byTag.map(({ reason }: { reason: string }) => reason.split(':')[0])).toEqual([
    'The baseline',
    ...Array(4).fill('Measured'),
  ]);

  const leads: number[] = [];
  for (const [index, sha] of tags.entries()) {
    // What git itself says that this tag brought beside all the tags before it.
    const log = [
      'log',
      '--no-merges',
      '--format=%H %at',
      sha,
      ...tags.slice(0, index).map((tag) => `^${tag}`),
    ];
    const brought = index === 0 ? [] : git(log).split('\n').filter(Boolean);
    const t = FIRST + index * DAY;
    const expected = brought.map((line) => {
      const [commit = '', seconds] = line.split(' ');
      const leadSeconds = t / 1000 - Number(seconds);
      leads.push(leadSeconds);
      return {
        sha: commit,
        authoredAt: new Date(Number(seconds) * 1000).toISOString(),
        leadSeconds,
        url: null,
      };
    });
    const bySha = (a: { sha: string }, b: { sha: string }) => (a.sha < b.sha ? -1 : 1);
    expect(byTag[index].changes.toSorted(bySha)).toEqual(expected.sort(bySha));
    expect(byTag[index].deployment.attributes).toEqual(events[index]?.attributes);
  }
  expect(leads).toHaveLength(3 + 1 + 4 + 3);
  const sorted = leads.sort((a, b) => a - b);
  expect(explained.value).toBe(sorted[5]);
  const { leadTimeForChange } = await call('GET', `/dora?${window}`);
  expect(leadTimeForChange).toMatchObject({
    p50Seconds: sorted[5],
    p90Seconds: sorted[9],
    changes: 11,
    coverage: { measured: 4, deployed: 4, pending: 0, negative: 0 },
  });
});

test('a repository that git cannot read is told, and the rest is calculated', async () => {
  const gone = join(home, 'gone.git');
  execFileSync('git', ['init', '--quiet', '--bare', gone], { env: cleanEnvironment(home) });
  cli('repos', 'connect', '--entity', 'payments', '--path', gone, '--name', 'gone');
  rmSync(gone, { recursive: true });
  const event = {
    type: 'event-deploy',
    entityId: 'payments',
    timestamp: '2026-01-06T12:00:00Z',
    attributes: { env: 'production', status: 'success', build_commit_sha: 'f'.repeat(40) },
  };
  await call('POST', '/events', { events: [event] });
  const { status, stderr } = run('metrics', 'calculate');
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: expect.stringMatching(/^warning: the repository gone could not be read: The path .*\n$/),
  });
  const { items } = await call('GET', '/repos');
  const broken = items.find(({ name }: { name: string }) => name === 'gone');
  expect(broken.readError).toContain(gone);
  const answer = await call('GET', '/dora?from=2026-01-05&to=2026-01-09');
  expect(answer.deploymentFrequency.count).toBe(6);
  expect(answer.dataQuality).toMatchObject({ unreadableRepositories: 1, pending: 1 });
});
