import { expect } from 'vitest';
import type { IncidentRecord, Store } from '../store/store.ts';
import { HISTORY, type RandomWorld, type Step } from './random-world.fixture.ts';
import { ACCOUNT, driveStore, HOUR, START, sha } from './store-driver.fixture.ts';

export const ENTITIES = ['one', 'two', 'three'];
const ENVS = ['production', 'PROD', 'staging', undefined];
const STATES = ['new', 'resolved', 'canceled', 'reopened'] as const;

/** Two of them begin alike; the others differ in their first digits, as nearly all shas do. */
const nameOf = (n: number): string => (n === 13 ? `${nameOf(3)}1` : `${n.toString(16)}edcba9`);
const whole = (n: number) => sha(nameOf(n));

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>;

/** Lets everything happen in a store that is empty. */
export async function playWorld(store: Store, { parents, steps }: RandomWorld) {
  const drive = driveStore(store);
  for (const name of ENTITIES) await drive.entity(name);
  /** `untold`: skipped, or without their parents. */
  const repos: { id: string; next: number; untold: number[] }[] = [];
  const incidents: IncidentRecord[] = [];
  const sent: (() => Promise<unknown>)[] = [];
  let newest = 0;
  let now = 0;

  const one = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
  const commitOf = (n: number, isWhole: boolean) => {
    const at = START + n * 30 * HOUR;
    const list = isWhole ? (parents[n]?.map(whole) ?? []) : null;
    return { sha: whole(n), parents: list, authoredAt: at, committedAt: at, message: '', author: '' };
  };

  async function deploy(step: Of<'deploy'>): Promise<void> {
    const commit = Math.max(0, newest + step.commit);
    const env = ENVS[step.env];
    const attributes = {
      ...(env !== undefined && { env }),
      ...(step.status < 5 && { status: step.status === 0 ? 'failed' : 'success' }),
      ...(commit < HISTORY && { build_commit_sha: step.isShort ? whole(commit).slice(0, 7) : whole(commit) }),
      ...(step.change < 2 && { change_id: `C${step.change}` }),
    };
    const hour = Math.max(0, step.isLate ? now - step.hours : now + step.hours);
    now = Math.max(now, hour);
    const entity = ENTITIES[step.entity];
    const send = () => drive.send(hour, attributes, entity === undefined ? {} : { entity });
    sent.push(send);
    await send();
  }

  async function push({ repo, skip, isWhole, asEvent }: Of<'push'>): Promise<void> {
    const to = one(repos, repo);
    const n = (to?.next ?? 0) + skip;
    if (!to || n >= HISTORY) return;
    newest = Math.max(newest, n);
    to.next = n + 1;
    if (skip > 0) to.untold.push(n - 1);
    if (!isWhole) to.untold.push(n);
    const commit = commitOf(n, isWhole);
    if (!asEvent) await store.addCommits(ACCOUNT, to.id, [commit]);
    else {
      const { sha, parents } = commit;
      const authored_at = new Date(commit.authoredAt).toISOString();
      const attributes = { sha, ...(parents && { parents }), authored_at };
      await drive.send(0, attributes, { entity: 'one', type: 'event-commit' });
    }
  }

  function spanOf({ start, length, state, change }: Of<'incident'> | Of<'edit'>) {
    const from = Math.max(0, now + start);
    return {
      detectedAt: START + from * HOUR,
      resolvedAt: state === 1 || state === 3 ? START + (from + length) * HOUR : null,
      state: STATES[state] ?? 'new',
      changeId: change < 2 ? `C${change}` : null,
    };
  }

  async function connect({ entities, commits }: Of<'connect'>): Promise<void> {
    const id = await drive.repo(...entities.map((n) => ENTITIES[n] ?? 'one'));
    repos.push({ id, next: commits, untold: [] });
    newest = Math.max(newest, commits - 1);
    const known = Array.from({ length: commits }, (_, n) => commitOf(n, true));
    if (known.length > 0) await store.addCommits(ACCOUNT, id, known);
  }

  async function play(step: Step): Promise<void> {
    switch (step.kind) {
      case 'deploy':
        return deploy(step);
      case 'again':
        await one(sent, step.which)?.();
        return;
      case 'push':
        return push(step);
      case 'tell': {
        const repo = one(repos, step.repo);
        const commit = repo && one(repo.untold, step.which);
        if (!repo || commit === undefined) return;
        repo.untold.splice(repo.untold.indexOf(commit), 1);
        await store.addCommits(ACCOUNT, repo.id, [commitOf(commit, true)]);
        return;
      }
      case 'incident': {
        const entity = ENTITIES[step.entity];
        const affectedEntityIds = entity === undefined || step.entity === 0 ? [] : [drive.idOf(entity)];
        const incident = drive.incident({ ...spanOf(step), env: 'prod', affectedEntityIds });
        incidents.push(incident);
        await store.createIncident(incident);
        return;
      }
      case 'edit': {
        const incident = one(incidents, step.which);
        if (!incident) return;
        const edited = drive.incident({ ...incident, ...spanOf(step) });
        incidents.splice(incidents.indexOf(incident), 1, edited);
        await store.updateIncident(edited);
        return;
      }
      case 'delete': {
        const incident = one(incidents, step.which);
        if (!incident) return;
        incidents.splice(incidents.indexOf(incident), 1);
        await store.deleteIncident(ACCOUNT, incident.id);
        return;
      }
      case 'connect':
        return connect(step);
      case 'disconnect': {
        const repo = one(repos, step.which);
        if (!repo) return;
        repos.splice(repos.indexOf(repo), 1);
        await store.deleteRepo(ACCOUNT, repo.id);
        return;
      }
      case 'calculate':
        expect(await drive.calculate()).toMatchObject({ state: 'succeeded', error: null });
    }
  }

  for (const step of steps) await play(step);
  return drive;
}
