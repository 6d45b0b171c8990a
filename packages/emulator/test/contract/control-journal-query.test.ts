import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WELL_KNOWN_API_KEY } from '../../src/auth/well-known.ts';
import { startTestService, type TestService } from '../service.fixture.ts';
import { inWords, readJournal } from './journal.fixture.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(async () => {
  vi.useRealTimers();
  await service[Symbol.asyncDispose]();
});

describe('filters', () => {
  beforeEach(async () => {
    await service.get('/entities');
    service.advance(60_000);
    await service.get('/entities/nobody');
    await service.post('/entities', {});
    service.advance(60_000);
    await service.post('/events', {}, { key: null });
    await readJournal(service, '?wait=10s&count=4');
  });

  it.each([
    ['', ['1', '2', '3', '4']],
    ['?method=GET', ['1', '2']],
    ['?method=get&method=Post', ['1', '2', '3', '4']],
    ['?path=/entities', ['1', '3']],
    ['?path=/entities*', ['1', '2', '3']],
    ['?path=/entities/*', ['2']],
    ['?path=/events&path=/entities/nobody', ['2', '4']],
    ['?path=/*', ['1', '2', '3', '4']],
    ['?path=/Events', []],
    ['?status=404', ['2']],
    ['?status=4xx', ['2', '3', '4']],
    ['?status=200&status=4XX', ['1', '2', '3', '4']],
    ['?status=5xx', []],
    ['?since=2', ['3', '4']],
    ['?since=0', ['1', '2', '3', '4']],
    ['?since=99', []],
    ['?since=2026-03-01T12:01:00Z', ['2', '3', '4']],
    ['?since=2026-03-01T12:01:00.001Z', ['4']],
    ['?method=POST&status=4xx&since=3', ['4']],
  ])('%s', async (query, ids) => {
    expect((await readJournal(service, query)).map(({ id }) => id)).toEqual(ids);
  });
});

it.each([
  ['verb=GET', 'verb'],
  ['method=', 'method'],
  ['method=GE%20T', 'method'],
  ['path=events', 'path'],
  ['path=/a*b', 'path'],
  ['path=/a%3Fb=c', 'path'],
  ['status=4x', 'status'],
  ['status=600', 'status'],
  ['status=0xx', 'status'],
  ['since=yesterday', 'since'],
  ['since=2026-02-30T00:00:00Z', 'since'],
  ['since=1&since=2', 'since'],
  ['wait=5', 'wait'],
  ['wait=5h', 'wait'],
  ['wait=-5s', 'wait'],
  ['wait=11m', 'wait'],
  ['wait=600001ms', 'wait'],
  ['wait=1s&wait=1s', 'wait'],
  ['wait=1s&count=0', 'count'],
  ['wait=1s&count=1001', 'count'],
  ['count=2', 'count'],
])('?%s is refused', async (query, path) => {
  const { status, body } = await service.get(`/_control/requests?${query}`);
  expect(status).toBe(400);
  expect(body.errors).toEqual([{ type: 'field', msg: expect.any(String), path, location: 'query' }]);
});

describe('wait', () => {
  it('answers at once when enough have come', async () => {
    await service.get('/entities');
    expect(await readJournal(service, '?wait=10m')).toHaveLength(1);
    expect(await readJournal(service, '?wait=0s&count=2')).toHaveLength(1);
  });

  it('answers as soon as enough have come that match, to each that waits', async () => {
    const waiting = Array.from({ length: 25 }, () =>
      readJournal(service, '?path=/entities&wait=10m&count=3'),
    );
    for (const path of ['/entities', '/blueprints', '/entities', '/incidents', '/entities']) {
      await service.get(path);
    }
    for (const entries of await Promise.all(waiting)) {
      expect(entries.map(({ path }) => path)).toEqual(['/entities', '/entities', '/entities']);
    }
  });

  it('answers what there is when the time is over, also when time is faked', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    await service.get('/entities');
    expect(await readJournal(service, '?wait=50ms&count=2')).toHaveLength(1);
  });

  it('does not count what was deleted meanwhile', async () => {
    await service.get('/entities');
    const waiting = readJournal(service, '?wait=10m&count=2');
    // So that it waits already.
    await service.get('/_control/faults');
    await service.call('DELETE', '/_control/requests');
    for (const path of ['/entities', '/blueprints']) await service.get(path);
    expect((await waiting).map(({ path }) => path)).toEqual(['/entities', '/blueprints']);
  });

  it('ends when the server stops', async () => {
    const waiting = readJournal(service, '?wait=10m');
    await service.get('/_control/faults');
    service.stopping.abort();
    expect(await waiting).toEqual([]);
    expect(await readJournal(service, '?wait=10m')).toEqual([]);
  });

  it('ends when the caller leaves: nothing is left behind for the server to wait for', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      inWords('GET /milepost/_control/requests?wait=10m HTTP/1.1', { 'x-api-key': WELL_KNOWN_API_KEY }),
    );
    await service.get('/_control/faults');
    const gone = new Promise((resolve) => socket.once('close', resolve));
    socket.destroy();
    await gone;
    await expect
      .poll(() => service.logged.filter((line) => line.includes('/_control/requests')))
      .toEqual([expect.stringContaining('"status":499')]);
    expect(await readJournal(service)).toEqual([]);
  });
});

it('an answer that a fault cut is found by 444, and is no 4xx', async () => {
  await service.post('/_control/faults', { do: { reset: 'after-commit' }, times: 1 });
  await expect(service.get('/entities')).rejects.toThrow();
  expect((await readJournal(service, '?status=444&wait=10s')).length).toBe(1);
  expect((await readJournal(service, '?status=4xx')).length).toBe(0);
});
