import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmulatorSnapshot, type StartedEmulator, startEmulator } from '../src/index.ts';
import { type Postgres, startPostgres } from './start-postgres.ts';

const BEGIN = '2026-03-01T12:00:00.000Z';
const DAY = 86_400_000;
const at = (days: number, hours = 0) =>
  new Date(Date.parse(BEGIN) + days * DAY + hours * 3_600_000).toISOString();
const sha = (n: number) => n.toString(16).padStart(40, '0');

let directory: string;
let postgres: Postgres;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'milepost-snapshot-'));
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

const stores = {
  memory: async () => 'memory:',
  file: async () => `file:${join(directory, 'copy.json')}`,
  SQLite: async () => `sqlite:${join(directory, 'copy.sqlite')}`,
  PostgreSQL: () => postgres.createDatabase(),
};

/** All that can be asked, and what the answers are. */
const QUESTIONS = [
  '/events?limit=500',
  '/entities',
  '/blueprints',
  '/incidents',
  '/repos',
  '/dora?from=2026-03-01&to=2026-03-31',
  '/dora?from=2026-03-01&to=2026-03-31&live=true&env=production',
  ...['leadTimeForChange', 'changeFailureRate', 'failedDeploymentRecoveryTime'].map(
    (metric) => `/dora/explain?metric=${metric}&from=2026-03-01&to=2026-03-31`,
  ),
  '/dora/runs',
];

async function answersOf({ api }: Pick<StartedEmulator, 'api'>): Promise<Record<string, unknown>> {
  const entries = QUESTIONS.map(async (path) => [path, await api.get(path)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** An address of the service is another one in each. */
function withoutAddress(answers: unknown, { url }: Pick<StartedEmulator, 'url'>): unknown {
  return JSON.parse(JSON.stringify(answers).replaceAll(url, 'URL'));
}

async function post(
  { url, apiKey }: Pick<StartedEmulator, 'url' | 'apiKey'>,
  path: string,
  body: unknown,
  key = '',
) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      'x-api-key': apiKey,
      'content-type': 'application/json',
      ...(key !== '' && { 'idempotency-key': key }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  expect(answer.status, path).toBe(201);
  return answer;
}

const deploy = (day: number, build: number, status = 'success') => ({
  type: 'event-deploy',
  entityId: 'checkout',
  timestamp: at(day),
  attributes: {
    status,
    env: build % 2 ? 'production' : 'staging',
    build_commit_sha: sha(build),
    description: 'Größe 📦',
  },
});

/** Sent when the month is over, with a key. */
const LAST = { events: [deploy(24, 99)] };

/** A month with everything in it. */
async function live(emulator: StartedEmulator): Promise<void> {
  await post(emulator, '/blueprints', {
    shortId: 'event-release',
    name: 'Release',
    schema: { type: 'object', properties: { version: { type: 'string' }, '2': {}, '1': {} } },
  });
  const made = await post(emulator, '/repos', { name: 'shop', entityIds: ['checkout'] });
  const repo: { id: string } = JSON.parse(await made.text());
  const commits = Array.from({ length: 40 }, (_, n) => ({
    sha: sha(n),
    ...(n !== 7 && { parents: n === 0 ? [] : [sha(n - 1)] }),
    authoredAt: at(n / 2, -5),
    committedAt: at(n / 2, -4),
    message: `Änderung ${n}`,
    author: 'Ω',
  }));
  await post(emulator, `/repos/${repo.id}/commits`, { commits });
  for (let day = 0; day < 20; day += 1) {
    await post(emulator, '/events', { events: [deploy(day, 2 * day, 'failed'), deploy(day, 2 * day + 1)] });
    await emulator.clock.advance('P1D');
  }
  // As text: what is sent is kept to the letter.
  const odd = '{"type":"event-release","attributes":{"2":1.0,"version":"1","1":9007199254740993}}';
  await post(emulator, '/events', `{"events":[${odd},{"type":"event-deploy"}]}`);
  await post(emulator, '/incidents', {
    title: 'Ausfall',
    externalSystem: 'pager',
    externalIncidentNumber: '7',
    detectedAt: at(3, 1),
    resolvedAt: at(3, 5),
    customFields: { nested: { ключ: [1, null] } },
    affectedEntityIds: ['checkout'],
  });
  await post(emulator, '/entities', { shortId: 'search', name: 'Search', attributes: { b: 1, a: 2 } });
  await emulator.clock.advance('P5D');
  await post(emulator, '/events', LAST, 'last');
}

it('a snapshot of one store answers alike, restored on any other', async () => {
  let snapshot: EmulatorSnapshot;
  let before: unknown;
  {
    await using source = await startEmulator({
      store: `sqlite:${join(directory, 'source.sqlite')}`,
      clock: BEGIN,
      rateLimits: null,
    });
    await live(source);
    before = withoutAddress(await answersOf(source), source);
    snapshot = await source.snapshot();
  }
  for (const [name, place] of Object.entries(stores)) {
    const store = await place();
    {
      await using copy = await startEmulator({ store, rateLimits: null });
      await copy.restore(snapshot);
      expect(withoutAddress(await answersOf(copy), copy), name).toEqual(before);
      expect(await copy.snapshot(), name).toEqual({ ...snapshot, contents: sameButVersions(snapshot) });
      const again = await post(copy, '/events', LAST, 'last');
      expect(again.headers.get('idempotency-replayed'), name).toBe('true');
    }
    // It is on disk, and goes on from there as its source would have.
    if (name === 'memory') continue;
    await using reopened = await startEmulator({ store, clock: at(25), rateLimits: null });
    expect(withoutAddress(await answersOf(reopened), reopened), name).toEqual(before);
    await post(reopened, '/events', { events: [deploy(2, 101), deploy(24, 103)] });
    expect(await reopened.calculate(), name).toMatchObject({ state: 'succeeded', dirtyChains: 1 });
  }
}, 120_000);

/** Numbers that were put back are newer than those that were there. */
function sameButVersions({ contents }: EmulatorSnapshot): unknown {
  const states: unknown = Object.entries(contents).find(([name]) => name === 'metricStates')?.[1];
  return {
    ...contents,
    metricStates: Array.isArray(states)
      ? states.map((state) => ({ ...state, version: expect.any(Number) }))
      : states,
  };
}
