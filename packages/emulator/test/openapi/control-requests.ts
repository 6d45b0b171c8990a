import { clockRequests } from './clock-requests.ts';
import { journalRequests } from './journal-requests.ts';
import { type Exception, type RequestRow, rowsOf } from './request-row.ts';

const TOGETHER: Exception = 'members that need or exclude each other';

/** A place where no other row goes. */
const match = { path: '/tea' };
const teapot = { status: 418 };
const large = 'x'.repeat(1024 * 1024);

/** Faults there may be at a time. */
const MOST = 100;

function faultRequests({ faultId }: { faultId: string }): RequestRow[] {
  const create = rowsOf('createFault', 'POST', '/_control/faults');
  const list = rowsOf('listFaults', 'GET', '/_control/faults');
  const clear = rowsOf('removeFaults', 'DELETE', '/_control/faults');
  const remove = rowsOf('removeFault', 'DELETE', `/_control/faults/${faultId}`);
  const created = (name: string, json: unknown) => create(201, name, { json });
  const refused = (json: unknown) => create(400, JSON.stringify(json).slice(0, 80), { json });
  const matching = (members: object) => ({ match: { ...match, ...members }, do: teapot });
  const doing = (action: object) => ({ match, do: action });
  return [
    created('least', { match, do: teapot }),
    created('everything', {
      match: { method: 'get', ...match, credential: 'me', nth: 1, first: 2, probability: 0.5, seed: 7 },
      do: { status: 503, headers: { 'Retry-After': '5' }, body: { message: 'x' } },
      times: 1,
      ttlMs: 60_000,
    }),
    create(201, 'with a bearer token', { json: doing({ latencyMs: 5 }), as: 'bearer' }),
    ...[
      { status: 200, body: null },
      { status: 599, body: 'x' },
      { reset: 'before' },
      { reset: 'after-commit' },
      { truncate: 0 },
      { partial: [0, 14] },
    ].map((action) => created(JSON.stringify(action), { ...doing(action), times: 1 })),
    ...['/', '/*', '/events/*'].map((path) =>
      created(path, { match: { method: 'TRACE', path }, do: teapot }),
    ),
    ...[
      { path: 'events' },
      { path: '/events?a=b' },
      { path: '/*/a' },
      { method: '' },
      { method: 'GE T' },
      { credential: '' },
      { nth: 0 },
      { first: 1.5 },
      { probability: 1.1 },
      { probability: 1, seed: -1 },
      { verb: 'GET' },
    ].map((members) => refused(matching(members))),
    ...[
      {},
      { latencyMs: 0 },
      { latencyMs: 600_001 },
      { status: 199 },
      { status: 600 },
      { status: '503' },
      { status: 503, headers: { 'a b': 'x' } },
      { status: 503, headers: { x: 'a\nb' } },
      { status: 503, headers: { x: 5 } },
      { reset: 'after' },
      { truncate: -1 },
      { partial: [] },
      { partial: [15] },
      { delay: 5 },
    ].map((action) => refused(doing(action))),
    ...[
      matching({ seed: 7 }),
      doing({ body: 'x' }),
      doing({ headers: {} }),
      doing({ latencyMs: 5, status: 503 }),
      doing({ status: 503, reset: 'before' }),
      doing({ reset: 'before', truncate: 5 }),
      doing({ truncate: 5, partial: [0] }),
    ].map((json) => create(400, JSON.stringify(json), { json, exception: TOGETHER })),
    ...[{ match }, { do: teapot, times: 0 }, { do: teapot, ttlMs: 0 }, { do: teapot, ttl: 5 }].map(refused),
    create(400, 'not JSON', { text: '{' }),
    create(413, 'more than 1 MiB', { json: doing({ status: 503, body: large }) }),
    list(200, 'all'),
    list(200, 'all, with a bearer token', { as: 'bearer' }),
    remove(204, 'one'),
    remove(404, 'one that is gone'),
    clear(204, 'all'),
    ...Array.from({ length: MOST }, (_, n) => created(`one of many, ${n + 1}`, { match, do: teapot })),
    create(409, 'one too many', { json: { match, do: teapot } }),
    clear(204, 'many'),
  ];
}

function tokenRequests(): RequestRow[] {
  const mint = rowsOf('mintToken', 'POST', '/_control/tokens');
  return [
    mint(200, 'nothing said', { json: {} }),
    mint(200, 'everything', {
      json: {
        sub: 'me',
        accountId: 'mine',
        expiresIn: -60,
        notBefore: 60,
        audience: 'https://x.test',
        issuer: 'https://y.test',
        badSignature: true,
      },
      as: 'bearer',
    }),
    ...[
      { sub: '' },
      { sub: 7 },
      { accountId: '' },
      { expiresIn: '60' },
      { notBefore: 0.5 },
      { audience: ['x'] },
      { issuer: '' },
      { badSignature: 'yes' },
      { scope: 'openid' },
    ].map((json) => mint(400, JSON.stringify(json), { json })),
    mint(400, 'no body'),
    mint(413, 'more than 1 MiB', { json: { sub: large } }),
  ];
}

export function controlRequests(ids: { faultId: string }): RequestRow[] {
  return [...faultRequests(ids), ...tokenRequests(), ...clockRequests(), ...journalRequests()];
}
