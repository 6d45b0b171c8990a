import { formatTimestamp, parseTimestamp } from '@milepost/shared/validation';
import { isFirstKey, startingUser, wellKnownKey } from '../auth/starting-contents.ts';
import { WELL_KNOWN_ACCOUNT } from '../auth/well-known.ts';
import { ContentsError } from '../store/contents/contents-error.ts';
import { formatContents } from '../store/contents/contents-format.ts';
import type { StoreContents } from '../store/contents/store-contents.ts';
import type { ControlClock } from './control-clock.ts';
import { findEmulatedAccount, listEmulatedAccounts } from './emulated-accounts.ts';
import { replaceAccounts } from './replace-accounts.ts';
import { SNAPSHOT_FORMAT, type SnapshotBody } from './snapshot.schema.ts';
import type { StateDeps } from './state-deps.ts';

/** A snapshot whose contents have been read. */
export interface Snapshot extends Omit<SnapshotBody, 'contents' | 'milepostSnapshot'> {
  contents: StoreContents;
}

/**
 * Takes down, as JSON text, what an account has, or the whole emulator, and what its clock shows. There is no secret
 * in it: neither signing keys nor password hashes, and of keys their digests only.
 */
export async function takeSnapshot({ store, clocks }: StateDeps, scope: string | undefined): Promise<string> {
  const accountIds =
    scope === undefined ? (await listEmulatedAccounts(store)).map(({ account }) => account.id) : [scope];
  const shown = (clock: ControlClock) => ({ mode: clock.mode, now: formatTimestamp(clock.now()) });
  const header = {
    milepostSnapshot: SNAPSHOT_FORMAT,
    scope: scope === undefined ? 'emulator' : 'account',
    accountId: scope ?? WELL_KNOWN_ACCOUNT.id,
    clock: shown(clocks.controlOf(scope)),
    accountClocks:
      scope === undefined
        ? clocks.owners().map((accountId) => ({ accountId, ...shown(clocks.controlOf(accountId)) }))
        : [],
  } satisfies Omit<SnapshotBody, 'contents'>;
  const contents = await store.readContents(accountIds);
  // Of a run that is under way nothing is there but its record.
  const metricRuns = [...contents.metricRuns].filter(({ state }) => state !== 'running');
  const kept = formatContents({ ...contents, ...credentialsToKeep(contents, scope), metricRuns });
  return `${JSON.stringify(header).slice(0, -1)},"contents":${kept}}`;
}

/** Users begin as they are, and what the emulator's own key is its configuration says; an account has its own. */
function credentialsToKeep({ apiKeys }: StoreContents, scope: string | undefined) {
  const isOfItself = scope ?? WELL_KNOWN_ACCOUNT.id;
  return {
    users: [],
    apiKeys: [...apiKeys].filter((key) => !(isFirstKey(key) && key.accountId === isOfItself)),
  };
}

/**
 * Puts back what a snapshot has, and its time: all of it or nothing. An account takes a snapshot of another, too,
 * without its keys, and without what Idempotency-Keys answered.
 *
 * @returns the accounts that are gone: those of the emulator that are not in the snapshot.
 * @throws ContentsError when the contents contradict themselves.
 */
export async function restoreSnapshot(
  deps: StateDeps,
  scope: string | undefined,
  snapshot: Snapshot,
): Promise<readonly string[]> {
  if (scope === undefined) return restoreEmulator(deps, snapshot);
  const emulated = await findEmulatedAccount(deps.store, scope);
  if (!emulated) throw new Error(`account ${scope} is not of an emulator's making`);
  const { account, firstKey } = emulated;
  const contentsOfAccount = async (): Promise<StoreContents> => {
    const contents = snapshot.accountId === scope ? snapshot.contents : adopt(snapshot.contents, scope);
    return {
      ...contents,
      accounts: [{ ...account, createdAt: createdAtOf(snapshot) ?? account.createdAt }],
      users: [startingUser(account)],
      apiKeys: [firstKey, ...contents.apiKeys],
    };
  };
  await replaceAccounts(deps, {
    accountIds: [scope],
    contents: contentsOfAccount,
    setClocks: () => setClock(deps.clocks.controlOf(scope), snapshot.clock),
  });
  return [];
}

async function restoreEmulator(deps: StateDeps, snapshot: Snapshot): Promise<readonly string[]> {
  const { store, clocks, beginnings } = deps;
  const present = (await listEmulatedAccounts(store)).map(({ account }) => account.id);
  const restored = Array.from(snapshot.contents.accounts, ({ id }) => id);
  for (const id of restored) {
    if (!present.includes(id) && (await store.getAccount(id)))
      throw new ContentsError(`The account ${id} is there already, and no emulator has made it`);
  }
  for (const { accountId } of snapshot.accountClocks) {
    if (accountId === WELL_KNOWN_ACCOUNT.id || !restored.includes(accountId))
      throw new ContentsError(`There is a clock of the account ${accountId}, which has none of its own`);
  }
  await replaceAccounts(deps, {
    accountIds: [...new Set([...present, ...restored])],
    otherClocks: [undefined],
    contents: async () => wholeEmulator(deps, snapshot),
    setClocks() {
      clocks.forgetAll();
      setClock(clocks.shared, snapshot.clock);
      for (const { accountId, ...clock } of snapshot.accountClocks)
        setClock(clocks.controlOf(accountId), clock);
    },
  });
  const gone = present.filter((id) => !restored.includes(id));
  for (const id of gone) beginnings.forget(id);
  return gone;
}

function wholeEmulator({ apiKey }: Pick<StateDeps, 'apiKey'>, snapshot: Snapshot): StoreContents {
  const { contents } = snapshot;
  const createdAt = createdAtOf(snapshot);
  if (createdAt === undefined) throw new ContentsError("The emulator's own account is not in it");
  return {
    ...contents,
    users: Array.from(contents.accounts, startingUser),
    apiKeys: [wellKnownKey(apiKey, createdAt), ...contents.apiKeys],
  };
}

function createdAtOf({ accountId, contents }: Snapshot): number | undefined {
  return [...contents.accounts].find(({ id }) => id === accountId)?.createdAt;
}

/** Makes the contents of one account those of another. */
function adopt(contents: StoreContents, accountId: string): StoreContents {
  const moved = <Record extends { accountId: string }>(records: Iterable<Record>): Record[] =>
    Array.from(records, (record) => ({ ...record, accountId }));
  return {
    accounts: [],
    users: [],
    apiKeys: [],
    secrets: [],
    // Their answers name the account that they were given to.
    idempotencyKeys: [],
    blueprints: moved(contents.blueprints),
    entities: moved(contents.entities),
    events: moved(contents.events),
    incidents: moved(contents.incidents),
    repos: moved(contents.repos),
    commits: moved(contents.commits),
    metricStates: moved(contents.metricStates),
    metricChains: moved(contents.metricChains),
    metricDays: moved(contents.metricDays),
    metricChanges: moved(contents.metricChanges),
    metricLinks: moved(contents.metricLinks),
    metricRuns: moved(contents.metricRuns),
  };
}

/** Without the midnights in between: what was calculated by then is in the contents. */
function setClock(clock: ControlClock, { mode, now }: SnapshotBody['clock']): void {
  if (mode === 'system') clock.set({ mode });
  else clock.set({ mode, now: parseTimestamp(now) ?? clock.now() });
}
