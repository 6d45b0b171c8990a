import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { dayOf } from '../dora/window.ts';
import { incidentStart } from '../incidents/incident-span.ts';
import { newIncident } from '../store/contract/incident-records.fixture.ts';
import type { CommitRecord, IncidentRecord, RunRecord, Store } from '../store/store.ts';
import { calculateMetrics } from './calculate-metrics.ts';
import { chainName } from './chain-key.ts';
import { type CalculationSettings, DEFAULT_SETTINGS } from './settings.ts';

export const HOUR = 3_600_000;
/** Sunday, 1 March 2026. */
export const START = Date.parse('2026-03-01T00:00:00Z');
export const ACCOUNT = '0197a000-0000-7000-8000-00000000000a';
export const FAR_DAY = dayOf(START) + 3000;

/** Hex of 40 characters that begins with a short name of hex letters and digits. */
export const sha = (name: string) => name.padEnd(40, '0');

/** Drives one account of a store as the routes do, in short words. */
export function driveStore(store: Store, accountId = ACCOUNT) {
  const entityIds = new Map<string, string>();
  const idOf = (name: string) => {
    const id = entityIds.get(name);
    if (id === undefined) throw new Error(`no entity ${name}`);
    return id;
  };

  async function entity(name: string): Promise<string> {
    const id = randomUUID();
    await store.ensureAccount({ id: accountId, name: 'Ours', createdAt: START });
    entityIds.set(name, id);
    await store.createEntity({
      accountId,
      id,
      shortId: name,
      name,
      type: 'service',
      description: null,
      attributes: '{}',
      createdAt: START,
      updatedAt: START,
    });
    return id;
  }

  /** An event at an hour after START, or at an instant; `env` as it is sent. */
  async function send(
    when: number | string,
    attributes: Record<string, unknown>,
    { entity, type = 'event-deploy' }: { entity?: string; type?: string } = {},
  ): Promise<string> {
    const { env, status } = attributes;
    const id = randomUUID();
    await store.appendEvents({
      accountId,
      events: [
        {
          id,
          type,
          blueprintId: randomUUID(),
          entityId: entity === undefined ? null : idOf(entity),
          timestamp: typeof when === 'string' ? Date.parse(when) : START + Math.round(when * HOUR),
          createdAt: START,
          env: typeof env === 'string' ? env.trim().toLowerCase() : null,
          status: typeof status === 'string' ? status : null,
          attributes: JSON.stringify(attributes),
          sender: { kind: 'user', id: randomUUID() },
        },
      ],
    });
    return id;
  }

  async function repo(...entities: string[]): Promise<string> {
    const id = randomUUID();
    await store.createRepo({
      accountId,
      id,
      name: entities.join(' '),
      kind: 'connected',
      url: null,
      path: null,
      entityIds: entities.map(idOf),
      createdAt: START,
      readAt: null,
      readError: null,
    });
    return id;
  }

  /** `a@0 b@1:a m@5:a,b`: names, hours and parents; `x@2:?` has unknown ones. */
  async function commits(repoId: string, text: string): Promise<void> {
    await store.addCommits(accountId, repoId, text.split(' ').map(commitOf));
  }

  function incident(members: Partial<IncidentRecord>): IncidentRecord {
    const times = { createdAt: START, updatedAt: START };
    const incident = newIncident({ accountId, id: randomUUID(), title: 'Down', ...times, ...members });
    return { ...incident, startedAt: incidentStart(incident) };
  }

  const calculate = (full = false, settings: CalculationSettings = DEFAULT_SETTINGS): Promise<RunRecord> =>
    calculateMetrics(
      { store, clock: { now: () => START }, log: pino({ level: 'silent' }), settings },
      { accountId, throughDay: FAR_DAY, full },
    );

  /** Everything that was calculated, by chain and day, without what depends on how it came about. */
  async function results() {
    const chains = await store.listChains({ accountId });
    const named = new Map(chains.map((chain) => [chain.id, chainName(chain)]));
    const chainIds = [...named.keys()];
    const rows = await store.readDays({
      accountId,
      chainIds,
      from: 0,
      to: FAR_DAY,
      withDetail: true,
    });
    const links = await store.listLinks(accountId);
    const uses = await store.listChangeUses(accountId);
    return {
      chains: chains.map(({ id: _, ...chain }) => JSON.stringify(chain)).sort(),
      days: rows
        .map(({ chainId, day, facts, detail }) => [named.get(chainId), day, facts, detail].join('\n'))
        .sort(),
      links: links.map(({ chainId, ...link }) => JSON.stringify([named.get(chainId), link])).sort(),
      uses: uses.map(({ chainId, ...use }) => JSON.stringify([named.get(chainId), use])).sort(),
    };
  }

  return { entity, idOf, send, repo, commits, incident, calculate, results };
}

function commitOf(word: string): CommitRecord {
  const [, name = '', hour = '', parents] = /^(\w+)@(-?[\d.]+)(?::(.+))?$/.exec(word) ?? [];
  const at = START + Number(hour) * HOUR;
  const list = parents === '?' ? null : (parents?.split(',').map(sha) ?? []);
  return { sha: sha(name), parents: list, authoredAt: at, committedAt: at, message: name, author: 'Ada' };
}
