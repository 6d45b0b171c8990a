import { type Exception, type RequestRow, rowsOf } from './request-row.ts';

const TOGETHER: Exception = 'members that need or exclude each other';
const CALENDAR: Exception = 'an instant or day that does not exist, or is past where it must not be';
const MISTAKE: Exception = 'a seed or a snapshot whose parts do not fit together';

interface StateRequestsOptions {
  /** An account to be removed. */
  gone: string;
  /** Another, and its key. */
  kept: { accountId: string; key: string };
  /** Of the emulator, and of the account that is kept. */
  snapshots: { emulator: Record<string, unknown>; account: Record<string, unknown> };
}

/** Accounts of tests, and what begins anew: the last rows, since little is left of what the others made. */
export function stateRequests({ gone, kept, snapshots }: StateRequestsOptions): RequestRow[] {
  const asAccount = { as: null, headers: { 'x-api-key': kept.key } };
  return [
    ...accountRequests(gone, asAccount),
    ...seedRequests(asAccount),
    ...snapshotRequests(snapshots, asAccount),
    ...resetRequests(asAccount),
  ];
}

type AsAccount = Pick<RequestRow, 'as' | 'headers'>;

function accountRequests(gone: string, asAccount: AsAccount): RequestRow[] {
  const create = rowsOf('createAccount', 'POST', '/_control/accounts');
  const list = rowsOf('listAccounts', 'GET', '/_control/accounts');
  const remove = rowsOf('removeAccount', 'DELETE', `/_control/accounts/${gone}`);
  const own = { path: '/_control/accounts/e0000000-0000-4000-8000-000000000001' };
  return [
    create(201, 'nothing said', { json: {} }),
    create(201, 'everything', {
      json: {
        name: 'näme',
        clock: { mode: 'frozen', now: '2026-12-31T23:59:00Z' },
        seed: { events: [{ type: 'event-deploy', entityId: 'checkout' }] },
      },
      as: 'bearer',
    }),
    ...[{ name: '' }, { name: 7 }, { key: 'mine' }, { clock: {} }, { seed: [] }].map((json) =>
      create(400, JSON.stringify(json), { json }),
    ),
    create(400, 'no instant with offset', { json: { clock: { mode: 'offset' } }, exception: TOGETHER }),
    create(400, 'a day that does not exist', {
      json: { clock: { mode: 'frozen', now: '2026-02-30T00:00:00Z' } },
      exception: CALENDAR,
    }),
    create(400, 'a seed with an entity that does not exist', {
      json: { seed: { events: [{ type: 'event-deploy', entityId: 'nowhere' }] } },
      exception: MISTAKE,
    }),
    create(403, 'with the key of an account', { json: {}, ...asAccount }),
    list(200, 'all'),
    list(200, 'with the key of an account', asAccount),
    remove(403, 'with the key of another account', asAccount),
    remove(204, 'one'),
    remove(404, 'one that is gone'),
    remove(409, "the emulator's own", own),
  ];
}

function seedRequests(asAccount: AsAccount): RequestRow[] {
  const plant = rowsOf('plantSeed', 'POST', '/_control/seed');
  return [
    plant(204, 'nothing', { json: {} }),
    plant(204, 'into an account', { json: { entities: [{ shortId: 'search' }] }, ...asAccount }),
    plant(400, 'a list', { json: [] }),
    plant(400, 'an unknown member', { json: { event: [] } }),
    plant(400, 'an entity that does not exist', {
      json: { events: [{ type: 'event-deploy', entityId: 'nowhere' }] },
      exception: MISTAKE,
    }),
  ];
}

function snapshotRequests(
  { emulator, account }: StateRequestsOptions['snapshots'],
  asAccount: AsAccount,
): RequestRow[] {
  const take = rowsOf('takeSnapshot', 'POST', '/_control/snapshot');
  const restore = rowsOf('restoreSnapshot', 'POST', '/_control/restore');
  return [
    take(200, 'of the emulator'),
    take(200, 'of an account', asAccount),
    restore(204, 'of the emulator', { json: emulator }),
    restore(204, 'of an account', { json: account, ...asAccount }),
    ...[
      {},
      { ...emulator, milepostSnapshot: 2 },
      { ...emulator, scope: 'world' },
      { ...emulator, contents: [] },
      { ...emulator, more: true },
      { ...emulator, clock: { mode: 'system', now: 'now' } },
    ].map((json) => restore(400, JSON.stringify(json).slice(0, 80), { json })),
    ...[
      { ...account },
      { ...emulator, contents: { milepostFormat: 999 } },
      { ...emulator, contents: { milepostFormat: 2 } },
    ].map((json) => restore(400, JSON.stringify(json).slice(-80), { json, exception: MISTAKE })),
  ];
}

function resetRequests(asAccount: AsAccount): RequestRow[] {
  const reset = rowsOf('reset', 'POST', '/_control/reset');
  // The account is gone by then: a row that is asked again comes first.
  return [reset(204, 'of the emulator'), reset(401, 'of an account that is gone', asAccount)];
}
