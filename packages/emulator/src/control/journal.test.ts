import { describe, expect, it } from 'vitest';
import { createJournal, type Journal } from './journal.ts';
import type { TakenRequest } from './taken-request.ts';

function take(
  journal: Journal,
  accountId: string | null,
  body?: string,
  rest: Partial<TakenRequest> = {},
): TakenRequest {
  return {
    id: journal.arrive(),
    method: 'GET',
    url: '/',
    path: '/',
    headers: {},
    headSize: 1,
    at: 0,
    realAt: 0,
    ms: 0,
    status: 200,
    accountId,
    credential: null,
    body,
    response: undefined,
    omitted: false,
    faults: [],
    refused: [],
    loosened: [],
    ...rest,
  };
}

function idsOf(journal: Journal, scope?: string): number[] {
  return journal.list({ scope, matches: () => true }).map(({ id }) => id);
}

describe('a journal', () => {
  it('keeps the order of arrival, whichever is complete first', () => {
    const journal = createJournal();
    const [first, second, third] = [take(journal, 'a'), take(journal, 'b'), take(journal, 'a')];
    for (const request of [third, second, first]) journal.add(request);
    expect(idsOf(journal)).toEqual([1, 2, 3]);
    expect(idsOf(journal, 'a')).toEqual([1, 3]);
  });

  it('keeps 10,000 in all: accounts that sent nothing for the longest time lose theirs first', () => {
    const journal = createJournal();
    journal.add(take(journal, 'quiet'));
    journal.add(take(journal, null));
    for (let n = 0; n < 9_998; n += 1) journal.add(take(journal, `account ${n % 20}`));
    expect(idsOf(journal, 'quiet')).toEqual([1]);
    journal.add(take(journal, 'quiet'));
    // That of nobody is now the one that is least missed.
    expect(idsOf(journal, 'quiet')).toEqual([1, 10_001]);
    journal.add(take(journal, 'account 0'));
    expect(idsOf(journal, 'account 18')).toHaveLength(498);
    expect(idsOf(journal)).toHaveLength(1000);
  });

  it('counts texts that are gone no more', () => {
    const journal = createJournal();
    const mebibyte = 'x'.repeat(1024 * 1024);
    for (let n = 0; n < 20; n += 1) journal.add(take(journal, 'a', mebibyte));
    journal.clear('a');
    for (let n = 0; n < 32; n += 1) journal.add(take(journal, 'a', mebibyte));
    expect(journal.list({ scope: 'a', matches: ({ omitted }) => omitted })).toEqual([]);
    for (let n = 0; n < 999; n += 1) journal.add(take(journal, 'b'));
    journal.add(take(journal, 'b', mebibyte));
    expect(journal.list({ scope: 'a', matches: ({ omitted }) => omitted })).toHaveLength(1);
  });

  it('keeps 16 MiB of URLs and headers: accounts that sent nothing for the longest time lose theirs first', () => {
    const journal = createJournal();
    const large = { headSize: 16 * 1024 };
    journal.add(take(journal, 'quiet', undefined, large));
    for (let n = 0; n < 1000; n += 1) journal.add(take(journal, 'a', undefined, large));
    expect(idsOf(journal, 'quiet')).toEqual([1]);
    for (let n = 0; n < 24; n += 1) journal.add(take(journal, 'b', undefined, large));
    expect(idsOf(journal, 'quiet')).toEqual([]);
    expect(idsOf(journal, 'a')).toHaveLength(1000);
    // Those of the one that sends go last.
    journal.add(take(journal, 'b', undefined, { headSize: 1024 * large.headSize }));
    expect([idsOf(journal, 'a'), idsOf(journal)]).toEqual([[], [1026]]);
    journal.clear(undefined);
    for (let n = 0; n < 1000; n += 1) journal.add(take(journal, 'b', undefined, large));
    expect(idsOf(journal, 'b')).toHaveLength(1000);
  });

  it('counts what reasons say, and keeps only short ones without the body', () => {
    const journal = createJournal();
    const reason = (path: string) => ({ rule: 'unknown-attribute', path, nearest: null });
    const long = [reason('x'.repeat(4 * 1024 * 1024)), reason('/short')];
    for (let n = 0; n < 9; n += 1) journal.add(take(journal, 'a', undefined, { refused: long }));
    const [first, , , , , , , , last] = journal.list({ scope: 'a', matches: () => true });
    expect(first).toMatchObject({ refused: [reason('/short')], omitted: true });
    expect(last).toMatchObject({ refused: long, omitted: false });
  });

  it('forgets what was under way when it was cleared, of that account alone', () => {
    const journal = createJournal();
    const before = [take(journal, 'a'), take(journal, 'b')];
    journal.clear('a');
    const after = take(journal, 'a');
    for (const request of [...before, after]) journal.add(request);
    expect(idsOf(journal)).toEqual([2, 3]);
  });

  it('tells of each request that is added, until nobody wants to know', async () => {
    const journal = createJournal();
    const seen: number[] = [];
    const unwatch = journal.watch(({ id }) => seen.push(id));
    journal.addSoon(Promise.resolve(take(journal, 'a')));
    expect(seen).toEqual([]);
    await journal.settled();
    unwatch();
    journal.add(take(journal, 'a'));
    expect(seen).toEqual([1]);
  });
});
