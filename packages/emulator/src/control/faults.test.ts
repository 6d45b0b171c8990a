import { beforeEach, describe, expect, it } from 'vitest';
import type { FaultMatch } from './fault-match.schema.ts';
import { createFaults, type Faults, MAX_FAULTS } from './faults.ts';
import type { FaultRequest, FaultWish } from './match-fault.ts';

let now: number;
let faults: Faults;
beforeEach(() => {
  now = 1000;
  faults = createFaults(() => now);
});

const sent: FaultRequest = { method: 'POST', path: '/events', sender: () => 'me' };
const teapot = { status: 418 };

function add(match: FaultWish['match'], rest: Partial<FaultWish> = {}): string {
  const id = faults.add({ match, do: teapot, ...rest });
  if (id === undefined) throw new Error('there are too many faults');
  return id;
}

/** Whether a fault acts on each of `count` equal requests, as zeros and ones. */
function pattern(count: number, request = sent): string {
  return Array.from({ length: count }, () => faults.fire(request).length).join('');
}

describe('a request is matched', () => {
  it.each<[FaultMatch, Partial<FaultRequest>, boolean]>([
    [{}, {}, true],
    [{ method: 'post' }, {}, true],
    [{ method: 'GET' }, {}, false],
    [{ method: 'GET' }, { method: 'HEAD' }, false],
    [{ path: '/events' }, {}, true],
    [{ path: '/events' }, { path: '/events/1' }, false],
    [{ path: '/events' }, { path: '/Events' }, false],
    [{ path: '/events*' }, { path: '/events/1' }, true],
    [{ path: '/events/*' }, {}, false],
    [{ path: '/*' }, { path: '/oauth/token' }, true],
    [{ method: 'POST', path: '/entities' }, {}, false],
    [{ method: 'GET', path: '/events' }, {}, false],
  ])('%j with %j: %j', (match, request, fires) => {
    add(match);
    expect(faults.fire({ ...sent, ...request })).toHaveLength(fires ? 1 : 0);
  });

  it.each([
    ['me', 1],
    ['other', 0],
    [undefined, 0],
  ])('by who sends: %j', (sender, fired) => {
    add({}, { credential: { shown: 'm…', digest: 'me' } });
    expect(faults.fire({ ...sent, sender: () => sender })).toHaveLength(fired);
  });

  it('by who sends only when a fault asks for it', () => {
    add({ path: '/entities' }, { credential: { shown: 'm…', digest: 'me' } });
    const sender = (): string => {
      throw new Error('nobody needs to know');
    };
    expect(faults.fire({ ...sent, sender })).toEqual([]);
  });

  it('for partial success only on POST /events', () => {
    add({}, { do: { partial: [0] } });
    expect(faults.fire({ ...sent, method: 'GET' })).toEqual([]);
    expect(faults.fire({ ...sent, path: '/entities' })).toEqual([]);
    expect(faults.fire(sent)).toHaveLength(1);
  });
});

describe('of the requests that match', () => {
  it.each<[string, FaultWish['match'], Partial<FaultWish>, string]>([
    ['all are hit', {}, {}, '11111'],
    ['the nth is hit', { nth: 3 }, {}, '00100'],
    ['the first are hit', { first: 2 }, {}, '11000'],
    ['both must be true', { nth: 3, first: 2 }, {}, '00000'],
    ['so many are hit as times says', {}, { times: 3 }, '11100'],
    ['none is hit by probability 0', { probability: 0 }, {}, '00000'],
    ['all are hit by probability 1', { probability: 1 }, {}, '11111'],
  ])('%s', (_name, match, rest, hits) => {
    add({ path: '/events', ...match }, rest);
    // What does not match is not counted.
    faults.fire({ ...sent, path: '/livez' });
    expect(pattern(5)).toBe(hits);
  });

  it('chance hits the share that was asked for, the same ones in each run with one seed', () => {
    const runs = [7, 7, 8, undefined, 0].map((seed) => {
      faults.clear();
      add({ probability: 0.25, ...(seed !== undefined && { seed }) });
      return pattern(400);
    });
    const [one, again, other, without, zero] = runs;
    expect(again).toBe(one);
    expect(other).not.toBe(one);
    expect(without).toBe(zero);
    for (const run of runs) {
      const hits = run.replaceAll('0', '').length;
      expect(hits).toBeGreaterThan(70);
      expect(hits).toBeLessThan(130);
    }
  });
});

describe('several faults', () => {
  it('add up their latencies, and then the oldest of the others acts', () => {
    const ids = [
      add({}, { do: { latencyMs: 10 } }),
      add({}, { do: { reset: 'before' } }),
      add({}, { do: teapot }),
      add({}, { do: { latencyMs: 5 } }),
    ];
    expect(faults.fire(sent).map(({ id }) => ids.indexOf(id))).toEqual([0, 1, 3]);
  });

  it('all count a request, and only those that act are spent', () => {
    add({}, { times: 1 });
    add({ first: 3 }, { times: 1 });
    expect(pattern(3)).toBe('110');
    expect(faults.list().map(({ matched, fired }) => [matched, fired])).toEqual([
      [3, 1],
      [3, 1],
    ]);
  });
});

describe('the list', () => {
  it('shows what was asked for, what happened and what is left', () => {
    const id = add({ method: 'POST', first: 3 }, { times: 2, credential: { shown: 'mp_k7…', digest: 'me' } });
    faults.fire(sent);
    expect(faults.list()).toEqual([
      {
        id,
        match: { method: 'POST', first: 3, credential: 'mp_k7…' },
        do: teapot,
        matched: 1,
        fired: 1,
        left: 1,
        expiresInMs: null,
      },
    ]);
  });

  it.each<[FaultWish['match'], Partial<FaultWish>, (number | null)[]]>([
    [{}, {}, [null, null, null]],
    [{ nth: 2 }, {}, [1, 0, 0]],
    [{ first: 2 }, {}, [1, 0, 0]],
    [{}, { times: 2 }, [1, 0, 0]],
    [{ first: 9 }, { times: 2 }, [1, 0, 0]],
    [{ first: 2, probability: 0 }, { times: 2 }, [1, 0, 0]],
  ])('with %j and %j has %j left after each request', (match, rest, left) => {
    add(match, rest);
    const seen = left.map(() => {
      faults.fire(sent);
      return faults.list()[0]?.left;
    });
    expect(seen).toEqual(left);
  });
});

describe('a time to live', () => {
  it('ends the fault by real time', () => {
    add({}, { ttlMs: 500 });
    now += 499;
    expect(pattern(1)).toBe('1');
    expect(faults.list()).toMatchObject([{ expiresInMs: 1 }]);
    now += 1;
    expect(pattern(1)).toBe('0');
    expect(faults.list()).toEqual([]);
    expect(faults.isEmpty()).toBe(true);
  });
});

describe('the number of faults', () => {
  it('is limited, but spent and expired ones make room', () => {
    const spent = add({}, { times: 1 });
    faults.fire(sent);
    const expiring = add({}, { ttlMs: 10 });
    for (let n = 2; n < MAX_FAULTS; n++) add({});
    add({});
    expect(faults.list().some(({ id }) => id === spent)).toBe(false);
    expect(faults.add({ match: {}, do: teapot })).toBeUndefined();
    now += 10;
    add({});
    expect(faults.list().some(({ id }) => id === expiring)).toBe(false);
    expect(faults.list()).toHaveLength(MAX_FAULTS);
  });

  it('shrinks when one is removed, or all', () => {
    const [one, other] = [add({}), add({})];
    expect([faults.remove(one), faults.remove(one)]).toEqual([true, false]);
    expect(faults.list()).toMatchObject([{ id: other }]);
    faults.clear();
    expect(faults.isEmpty()).toBe(true);
  });
});
