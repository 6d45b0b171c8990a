import { expect } from 'vitest';
import { oneClock } from '../clock.ts';
import type { Metric } from '../dora/explain-fact.ts';
import { DAY, dayOf, type Granularity } from '../dora/window.ts';
import { openMemoryStore } from '../store/json/open-json-store.ts';
import type { IncidentRecord } from '../store/store.ts';
import { explainMetrics } from './explain-metrics.ts';
import { type CalculationSettings, DEFAULT_SETTINGS } from './settings.ts';
import { ACCOUNT, driveStore, FAR_DAY, HOUR, START, sha } from './store-driver.fixture.ts';
import { summarizeMetrics } from './summarize-metrics.ts';

export interface Asked {
  from?: string;
  to?: string;
  env?: string;
  granularity?: Granularity;
  /** Names; all by default. */
  entities?: string[];
}

/** Hours of an incident, from START. */
interface Span {
  start: number;
  end?: number;
}

/** An account with the entities `one` and `two`, in a memory store, and what the service says of it. */
export async function openWorld(accountId = ACCOUNT, opened?: Awaited<ReturnType<typeof openMemoryStore>>) {
  const store = opened ?? (await openMemoryStore());
  const drive = driveStore(store, accountId);
  for (const name of ['one', 'two']) await drive.entity(name);
  let settings = DEFAULT_SETTINGS;
  let repoId: string | undefined;

  /**
   * Deployments, each a commit and the hour: `a@10 b@20! -@30 c@40~ a@50#C1`; `!` is failed, `~` has no status, `-` has
   * no commit, `#C1` carries a change id.
   */
  async function deploy(text: string, { entity = 'one', env = 'production' } = {}): Promise<void> {
    for (const word of text.split(' ')) {
      const [, name = '', hour = '', mark, change_id] =
        /^([\w-]+)@(-?[\d.]+)([!~])?(?:#(\w+))?$/.exec(word) ?? [];
      const attributes = {
        env,
        ...(mark !== '~' && { status: mark === '!' ? 'failed' : 'success' }),
        ...(name !== '-' && { build_commit_sha: sha(name) }),
        ...(change_id !== undefined && { change_id }),
      };
      await drive.send(Number(hour), attributes, { entity });
    }
  }

  /** Commits of the one repository of `one` (`driveStore` says how they are written). */
  async function commits(text: string): Promise<void> {
    repoId ??= await drive.repo('one');
    await drive.commits(repoId, text);
  }

  const spanOf = ({ start, end }: Span) => ({
    detectedAt: START + start * HOUR,
    resolvedAt: end === undefined ? null : START + end * HOUR,
  });

  /** An incident with a change id, from hour to hour. */
  async function incident(
    changeId: string,
    span: Span,
    members: Partial<IncidentRecord> = {},
  ): Promise<IncidentRecord> {
    const record = drive.incident({ changeId, title: changeId, ...spanOf(span), ...members });
    await store.createIncident(record);
    return record;
  }

  async function edit(record: IncidentRecord, members: Partial<IncidentRecord>): Promise<IncidentRecord> {
    const edited = drive.incident({ ...record, ...members });
    await store.updateIncident(edited);
    return edited;
  }

  /** Calculates what has changed, and holds it against everything calculated anew. */
  async function calculate(): Promise<void> {
    expect(await drive.calculate(false, settings)).toMatchObject({ state: 'succeeded', error: null });
    const found = await drive.results();
    await drive.calculate(true, settings);
    expect(found).toEqual(await drive.results());
  }

  const deps = () => ({ store, clocks: oneClock({ now: () => (FAR_DAY + 1) * DAY }), settings });
  const query = ({ from = '2026-03-01', to = '2026-03-30', env = 'production', entities }: Asked) => ({
    accountId,
    entityIds: entities?.map(drive.idOf),
    env,
    window: { from: dayOf(Date.parse(from)), to: dayOf(Date.parse(to)) },
    live: false,
  });

  const summary = (asked: Asked = {}) =>
    summarizeMetrics(deps(), { ...query(asked), granularity: asked.granularity ?? 'day' });

  async function explain(metric: Metric, asked: Asked = {}) {
    const { items } = await explainMetrics(deps(), { ...query(asked), metric, offset: 0, limit: 1000 });
    return items.reverse().map((item) => ({ ...item, hour: (item.event.timestamp - START) / HOUR }));
  }

  return {
    store,
    drive,
    deploy,
    commits,
    incident,
    edit,
    calculate,
    summary,
    explain,

    configure(changed: Partial<CalculationSettings>): void {
      settings = { ...settings, ...changed };
    },

    /** Of each deployment the hour, whether it is measured, and what it brought, in hours: `@10 yes b 8, c 6`. */
    async leads(asked: Asked = {}): Promise<string[]> {
      await calculate();
      return (await explain('leadTimeForChange', asked)).map(({ hour, counted, changes }) => {
        const brought = changes.map(
          ({ sha, leadSeconds }) => `${sha.replace(/0+$/, '')} ${leadSeconds / 3600}`,
        );
        return `@${hour} ${counted ? 'yes' : 'no'} ${brought.sort().join(', ')}`.trim();
      });
    },

    /** Of each deployment the hour, and the titles of the incidents laid to it: `@10 C1`. */
    async laid(asked: Asked = {}): Promise<string[]> {
      await calculate();
      return (await explain('changeFailureRate', asked)).map(({ hour, incidents }) => {
        const titles = incidents.map(({ title }) => title).sort();
        return `@${hour} ${titles.join(' ')}`.trim();
      });
    },
  };
}
