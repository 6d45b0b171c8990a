import { beforeEach, describe, expect, it } from 'vitest';
import type { ChainEvent, ChainEventQuery, MetricEvent } from '../metric-port.ts';
import type { NewEvent } from '../store.ts';
import { chainEventQuery } from './metric-records.fixture.ts';
import {
  ACCOUNT,
  batchOf,
  idOf,
  NOW,
  newEntity,
  newEvent,
  OTHER,
  TRICKY_OBJECTS,
} from './records.fixture.ts';
import type { Subject } from './subject.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;

export function describeMetricInput(subject: Subject): void {
  beforeEach(async () => {
    for (const n of [1, 2]) {
      await subject.store.createEntity(newEntity({ id: idOf(n), shortId: `e-${n}` }));
      await subject.store.createEntity(newEntity({ accountId: OTHER, id: idOf(n), shortId: `e-${n}` }));
    }
  });

  /** Stores one event each; answers them as the calculator sees them. */
  async function send(...members: Partial<NewEvent>[]): Promise<MetricEvent[]> {
    const first = (await subject.store.lastEventSeq(ACCOUNT)) + 1;
    const events = members.map(newEvent);
    await subject.store.appendEvents(batchOf(events));
    return events.map(({ id, type, entityId, timestamp, env, status, attributes }, index) => {
      return { id, seq: first + index, type, entityId, timestamp, env, status, attributes };
    });
  }
  const sendTheirs = (...members: Partial<NewEvent>[]) =>
    subject.store.appendEvents(batchOf(members.map(newEvent), { accountId: OTHER }));

  it("knows the sequence of the account's newest event, 0 before the first", async () => {
    const { store } = subject;
    expect(await store.lastEventSeq(ACCOUNT)).toBe(0);
    await send({}, { type: 'event-build' }, {});
    await sendTheirs({});
    expect(await store.lastEventSeq(ACCOUNT)).toBe(3);
    expect(await store.lastEventSeq(OTHER)).toBe(1);
    expect(await store.lastEventSeq(idOf(404))).toBe(0);
  });

  describe('readNewEvents', () => {
    it('reads deployments and commits behind a sequence, in the order of ingestion', async () => {
      const { store } = subject;
      await sendTheirs({}, {}, {});
      const sent = await send(
        { timestamp: NOW + 9, entityId: idOf(1) },
        { type: 'event-build' },
        { type: 'event-commit', env: null, status: null, timestamp: NOW - 9 },
        { type: 'event-deployed' },
        { entityId: null },
      );
      const wanted = [0, 2, 4].flatMap((index) => sent[index] ?? []);
      expect(await store.readNewEvents(ACCOUNT, 0, 100)).toEqual(wanted);
      expect(await store.readNewEvents(ACCOUNT, 0, 2)).toEqual(wanted.slice(0, 2));
      expect(await store.readNewEvents(ACCOUNT, 1, 100)).toEqual(wanted.slice(1));
      expect(await store.readNewEvents(ACCOUNT, 2, 1)).toEqual(wanted.slice(1, 2));
      expect(await store.readNewEvents(ACCOUNT, 5, 100)).toEqual([]);
      expect(await store.readNewEvents(ACCOUNT, LARGEST, 100)).toEqual([]);
      expect(await store.readNewEvents(idOf(404), 0, 100)).toEqual([]);
    });

    it.each(TRICKY_OBJECTS)('gives attributes to the letter: $what', async ({ text }) => {
      const sent = await send({ attributes: text });
      expect(await subject.store.readNewEvents(ACCOUNT, 0, 10)).toEqual(sent);
      expect(await subject.store.readChainEvents(chainEventQuery())).toEqual(sent.map(ofChain));
    });
  });

  describe('readChainEvents', () => {
    it('reads the deployments of one entity in some environments, and no others', async () => {
      const { store } = subject;
      const members = [null, idOf(1), idOf(2)].flatMap((entityId) =>
        [null, 'production', 'prod', 'staging'].flatMap((env) =>
          ['event-deploy', 'event-commit'].map((type) => ({ entityId, env, type })),
        ),
      );
      const sent = await send(...members);
      await sendTheirs(...members);
      for (const entityId of [null, idOf(1), idOf(2), idOf(404)]) {
        for (const envs of [null, ['production'], ['prod', 'staging', 'x'], []]) {
          const expected = sent.filter(
            (event) =>
              event.type === 'event-deploy' &&
              event.entityId === entityId &&
              (event.env === null ? envs === null : envs?.includes(event.env)),
          );
          const found = await store.readChainEvents(chainEventQuery({ entityId, envs }));
          expect(found, `${entityId} ${envs}`).toEqual(expected.map(ofChain));
        }
      }
    });

    it('reads by timestamp and sequence, from a timestamp on, up to a sequence', async () => {
      const { store } = subject;
      const sent = await send(...[5, 3, 5, 1, 3].map((n) => ({ timestamp: NOW + n, entityId: idOf(1) })));
      const seqs = async (members: Partial<ChainEventQuery>) => {
        const query = chainEventQuery({ entityId: idOf(1), ...members });
        return (await store.readChainEvents(query)).map(({ seq }) => seq);
      };
      expect(sent.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
      expect(await seqs({})).toEqual([4, 2, 5, 1, 3]);
      expect(await seqs({ from: NOW + 3 })).toEqual([2, 5, 1, 3]);
      expect(await seqs({ from: NOW + 4 })).toEqual([1, 3]);
      expect(await seqs({ from: NOW + 6 })).toEqual([]);
      expect(await seqs({ upToSeq: 3 })).toEqual([2, 1, 3]);
      expect(await seqs({ upToSeq: 0 })).toEqual([]);
      expect(await seqs({ limit: 2 })).toEqual([4, 2]);
      expect(await seqs({ limit: 2, after: { timestamp: NOW + 3, seq: 2 } })).toEqual([5, 1]);
      expect(await seqs({ after: { timestamp: NOW + 3, seq: LARGEST } })).toEqual([1, 3]);
      expect(await seqs({ from: NOW + 3, after: { timestamp: NOW + 5, seq: 1 }, upToSeq: 4 })).toEqual([3]);
    });
  });

  it('lists each entity and environment once that has a deployment, up to a sequence', async () => {
    const { store } = subject;
    const members = [
      { entityId: idOf(1), env: 'production' },
      { entityId: idOf(1), env: 'production' },
      { entityId: null, env: 'production' },
      { entityId: idOf(1), env: null },
      { entityId: null, env: null },
      { entityId: idOf(2), env: 'é' },
    ];
    await send(...members, { entityId: idOf(2), env: 'built', type: 'event-build' });
    await send(...members);
    await sendTheirs({ entityId: idOf(2), env: 'theirs' });
    const keys = async (upToSeq: number) =>
      (await store.listChainKeys(ACCOUNT, upToSeq)).map((key) => JSON.stringify(key)).sort();
    const distinct = members.slice(1).map((key) => JSON.stringify(key));
    expect(await keys(LARGEST)).toEqual(distinct.toSorted());
    expect(await keys(3)).toEqual(distinct.slice(0, 2).toSorted());
    expect(await keys(0)).toEqual([]);
  });
}

/** What is read of an event once its chain is known. */
function ofChain({ id, seq, timestamp, status, attributes }: MetricEvent): ChainEvent {
  return { id, seq, timestamp, status, attributes };
}
