import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../metric-port.ts';
import { BIG, newRun } from './metric-records.fixture.ts';
import { ACCOUNT, idOf, NOW, OTHER } from './records.fixture.ts';
import type { Subject } from './subject.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;

export function describeRuns(subject: Subject): void {
  const list = (limit = 100, offset = 0) => subject.store.listRuns(ACCOUNT, { limit, offset });

  it('keeps every member as given, and replaces a run with its id', async () => {
    const { store } = subject;
    expect(await list()).toEqual({ items: [], itemCount: 0 });
    const runs: RunRecord[] = [
      newRun(),
      newRun({ state: 'failed', finishedAt: NOW + 1, error: 'Zahlungen – 決済 👍 "x"' }),
      newRun({ state: 'succeeded', finishedAt: NOW + 2, dirtyChains: BIG, deployments: BIG + 1 }),
    ];
    for (const run of runs) {
      await store.putRun(run);
      expect(await list()).toEqual({ items: [run], itemCount: 1 });
    }
  });

  it('lists newest first, among equals the greater id first, page by page', async () => {
    const { store } = subject;
    const runs = Array.from({ length: 9 }, (_, n) => newRun({ id: idOf(n), startedAt: NOW + ((n * 2) % 3) }));
    for (const run of runs) {
      await store.putRun(run);
      await store.putRun({ ...run, accountId: OTHER, error: 'theirs' });
    }
    const expected = runs.toSorted((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1));
    for (const { limit, offset } of [
      { limit: 4, offset: 0 },
      { limit: 4, offset: 4 },
      { limit: 4, offset: 8 },
      { limit: 4, offset: 9 },
      { limit: 0, offset: 0 },
      { limit: LARGEST, offset: 0 },
      { limit: 4, offset: LARGEST },
    ]) {
      const page = await list(limit, offset);
      expect(page).toEqual({ items: expected.slice(offset).slice(0, limit), itemCount: 9 });
    }
  });

  describe('a lease', () => {
    const ask = (holder: string, now: number, members: { name?: string; until?: number } = {}) =>
      subject.store.acquireLease({ name: 'midnight', holder, now, until: now + 10, ...members });

    it('is its holder’s until it expires, and longer when renewed', async () => {
      expect(await ask('a', NOW)).toBe(true);
      expect(await ask('b', NOW + 9)).toBe(false);
      expect(await ask('a', NOW + 5)).toBe(true);
      expect(await ask('b', NOW + 14)).toBe(false);
      expect(await ask('b', NOW + 15)).toBe(true);
      expect(await ask('a', NOW + 16)).toBe(false);
    });

    it('is free when its holder gives it back, and nobody else can', async () => {
      await ask('a', NOW);
      await subject.store.releaseLease('midnight', 'b');
      expect(await ask('b', NOW + 1)).toBe(false);
      await subject.store.releaseLease('midnight', 'a');
      expect(await ask('b', NOW + 1)).toBe(true);
      await subject.store.releaseLease('never given', 'b');
    });

    it('is of one name', async () => {
      expect(await ask('a', NOW)).toBe(true);
      expect(await ask('b', NOW, { name: 'other' })).toBe(true);
    });

    it('goes to one of ten that ask for it together, when it is free and when it has expired', async () => {
      for (const now of [NOW, NOW + 10, NOW + 20]) {
        const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => ask(`${now} ${n}`, now)));
        expect(answers.filter((isGiven) => isGiven)).toHaveLength(1);
      }
    });
  });
}
