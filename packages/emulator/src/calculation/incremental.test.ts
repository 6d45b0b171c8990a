import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openMemoryStore } from '../store/json/open-json-store.ts';
import type { IncidentRecord } from '../store/store.ts';
import { ACCOUNT, driveStore, HOUR, START, sha } from './store-driver.fixture.ts';

type Driver = ReturnType<typeof driveStore>;

/** What may happen to the input, in any order, between two calculations. */
type Step =
  | {
      kind: 'deploy';
      entity: number;
      env: number;
      hour: number;
      commit: number;
      failed: number;
      change: number;
    }
  | { kind: 'again'; which: number }
  | { kind: 'commit'; entity: number; n: number; parents: number[]; known: boolean; asEvent: boolean }
  | { kind: 'incident'; change: number; start: number; length: number; entity: number; state: number }
  | { kind: 'edit'; which: number; change: number; start: number; length: number; state: number }
  | { kind: 'delete'; which: number }
  | { kind: 'connect'; entities: number[]; commits: number }
  | { kind: 'disconnect'; which: number }
  | { kind: 'calculate' };

const ENTITIES = ['one', 'two', 'three'];
const ENVS = ['production', 'PROD', 'staging', undefined];
const STATES = ['new', 'resolved', 'canceled', 'reopened'] as const;
const nameOf = (n: number) => `abc${n.toString(16).padStart(5, '0')}`;

/** Hours since the event before: mostly later, now and then long ago. */
const hour = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 100 }) },
  { weight: 2, arbitrary: fc.integer({ min: -150, max: 0 }) },
  { weight: 1, arbitrary: fc.integer({ min: -1500, max: 0 }) },
);

/** @param most of entities and of environments: with few of them, much happens to each chain. */
const stepOf = (most: number): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({
        kind: fc.constant('deploy' as const),
        entity: fc.nat(most),
        env: fc.nat(most),
        hour,
        commit: fc.nat(24),
        failed: fc.nat(4),
        change: fc.nat(5),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const), which: fc.nat() }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('commit' as const),
        entity: fc.nat(Math.min(2, most)),
        n: fc.nat(20),
        parents: fc.array(fc.nat(20), { maxLength: 3 }),
        known: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
        // Seldom: an entity with commits from two places is always calculated from its beginning.
        asEvent: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('incident' as const),
        change: fc.nat(3),
        start: hour,
        length: fc.integer({ min: -5, max: 400 }),
        entity: fc.nat(most),
        state: fc.nat(3),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('edit' as const),
        which: fc.nat(),
        change: fc.nat(3),
        start: hour,
        length: fc.integer({ min: -5, max: 400 }),
        state: fc.nat(3),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: fc.nat() }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('connect' as const),
        entities: fc.uniqueArray(fc.nat(2), { minLength: 1 }),
        commits: fc.nat(20),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('disconnect' as const), which: fc.nat() }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('calculate' as const) }) },
  );

test.each([
  ['many short chains', 3, 60, 200],
  ['two chains in which much happens', 1, 120, 200],
  ['one chain', 0, 120, 200],
])(
  'what is calculated step by step equals what is calculated at once: %s',
  async (_, most, maxLength, numRuns) => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepOf(most), { minLength: 5, maxLength, size: 'max' }), async (steps) => {
        const store = await openMemoryStore();
        const drive = driveStore(store);
        for (const name of ENTITIES) await drive.entity(name);
        const play = createPlayer(store, drive);
        for (const one of steps) await play(one);
        await drive.calculate();
        const incremental = await drive.results();
        const run = await drive.calculate(true);
        expect(run.state).toBe('succeeded');
        expect(incremental).toEqual(await drive.results());
        await store.close();
      }),
      { numRuns },
    );
  },
  120_000,
);

function createPlayer(store: Awaited<ReturnType<typeof openMemoryStore>>, drive: Driver) {
  const repos: string[] = [];
  const incidents: IncidentRecord[] = [];
  const sent: (() => Promise<unknown>)[] = [];
  const commitOf = (n: number, parents: readonly number[], known: boolean) => {
    // Only older ones: circles are another test's.
    const list = known
      ? [...new Set(parents.filter((parent) => parent < n))].map((parent) => sha(nameOf(parent)))
      : null;
    const at = START + n * 48 * HOUR;
    return { sha: sha(nameOf(n)), parents: list, authoredAt: at, committedAt: at, message: '', author: '' };
  };
  const times = (start: number, length: number, state: number) => ({
    detectedAt: START + start * HOUR,
    resolvedAt: state === 1 || state === 3 ? START + (start + length) * HOUR : null,
    state: STATES[state] ?? 'new',
  });
  let now = 0;
  const passed = (hours: number) => {
    now = Math.max(0, now + hours);
    return now;
  };
  const one = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

  return async (step: Step): Promise<void> => {
    switch (step.kind) {
      case 'deploy': {
        const entity = ENTITIES[step.entity];
        const short = step.commit % 5 === 0 ? nameOf(step.commit).slice(0, 8) : sha(nameOf(step.commit));
        const attributes = {
          env: ENVS[step.env],
          ...(step.failed < 3 && { status: step.failed === 0 ? 'failed' : 'success' }),
          ...(step.commit < 23 && { build_commit_sha: short }),
          ...(step.change < 5 && { change_id: `C${step.change % 4}` }),
        };
        const hour = passed(step.hour);
        const send = () => drive.send(hour, attributes, entity === undefined ? {} : { entity });
        sent.push(send);
        await send();
        return;
      }
      case 'again':
        await one(sent, step.which)?.();
        return;
      case 'commit': {
        const commit = commitOf(step.n, step.parents, step.known);
        const entity = ENTITIES[step.entity] ?? 'one';
        const repo = one(repos, step.entity);
        if (step.asEvent) {
          const { sha, parents } = commit;
          const authored_at = new Date(commit.authoredAt).toISOString();
          await drive.send(
            0,
            { sha, ...(parents && { parents }), authored_at },
            { entity, type: 'event-commit' },
          );
        } else if (repo) await store.addCommits(ACCOUNT, repo, [commit]);
        return;
      }
      case 'incident': {
        const entity = ENTITIES[step.entity];
        const incident = drive.incident({
          ...times(Math.max(0, now + step.start - 50), step.length, step.state),
          changeId: step.change < 3 ? `C${step.change}` : null,
          env: 'prod',
          affectedEntityIds: entity === undefined ? [] : [drive.idOf(entity)],
        });
        incidents.push(incident);
        await store.createIncident(incident);
        return;
      }
      case 'edit': {
        const incident = one(incidents, step.which);
        if (!incident) return;
        const changed = drive.incident({
          ...incident,
          ...times(Math.max(0, now + step.start - 50), step.length, step.state),
          changeId: step.change < 3 ? `C${step.change}` : null,
        });
        incidents.splice(incidents.indexOf(incident), 1, changed);
        await store.updateIncident(changed);
        return;
      }
      case 'delete': {
        const incident = one(incidents, step.which);
        if (!incident) return;
        incidents.splice(incidents.indexOf(incident), 1);
        await store.deleteIncident(ACCOUNT, incident.id);
        return;
      }
      case 'connect': {
        const id = await drive.repo(...step.entities.map((n) => ENTITIES[n] ?? 'one'));
        repos.push(id);
        const commits = Array.from({ length: step.commits }, (_, n) =>
          commitOf(n, n === 0 ? [] : [n - 1], true),
        );
        if (commits.length > 0) await store.addCommits(ACCOUNT, id, commits);
        return;
      }
      case 'disconnect': {
        const id = one(repos, step.which);
        if (id === undefined) return;
        repos.splice(repos.indexOf(id), 1);
        await store.deleteRepo(ACCOUNT, id);
        return;
      }
      case 'calculate':
        expect((await drive.calculate()).state).toBe('succeeded');
    }
  };
}
