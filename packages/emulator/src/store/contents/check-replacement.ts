import { checkDistinct } from './check-distinct.ts';
import { ContentsError } from './contents-error.ts';
import type { StoreContents } from './store-contents.ts';

/** More than may be missing between the ids of chains. */
const FAR = 10_000;

/**
 * Most that a sequence, a version or the id of a chain may be: whatever counts on from here for years stays below what
 * the file of a store may have, and far below 2^53, where node:sqlite refuses to read it and the whole store fails.
 */
const MOST = 2 ** 48;

/**
 * What must hold of contents before they replace what accounts have, whatever the engine: each record is of an account
 * that is in them and may be replaced, no two exclude each other, events have their entities and commits their
 * repositories, and sequences are as an engine gives them.
 *
 * @param accountIds of those that are replaced; all without it.
 * @throws ContentsError
 */
export function checkReplacement(contents: StoreContents, accountIds?: readonly string[]): void {
  const { accounts, users, apiKeys, entities, events, secrets: _, ...others } = contents;
  const replaced = accountIds && new Set(accountIds);
  const known = new Set<string>();
  for (const { id } of accounts) {
    if (replaced && !replaced.has(id)) throw new ContentsError(`The account ${id} is not one to be replaced`);
    known.add(id);
  }
  for (const collection of [users, apiKeys, entities, events, ...Object.values(others)]) {
    for (const { accountId } of collection) {
      if (!known.has(accountId))
        throw new ContentsError(`There are records of the account ${accountId}, but not the account itself`);
    }
  }
  checkDistinct(contents);
  requireEntities(contents);
  requireOrder(contents);
  requireRepos(contents);
  requireChains(contents);
  requireRoomToCount(contents);
  requireNearIds(contents);
}

function requireEntities({ entities, events }: StoreContents): void {
  const known = new Set(Array.from(entities, ({ accountId, id }) => `${accountId} ${id}`));
  for (const { accountId, id, entityId } of events) {
    if (entityId !== null && !known.has(`${accountId} ${entityId}`))
      throw new ContentsError(`The event ${id} is of the entity ${entityId}, which is not there`);
  }
}

function requireOrder({ events }: StoreContents): void {
  const last = new Map<string, number>();
  for (const { accountId, id, seq } of events) {
    if (seq <= (last.get(accountId) ?? 0))
      throw new ContentsError(`The event ${id} is not behind those with a smaller seq`);
    last.set(accountId, seq);
  }
}

/** A commit behind its repository's last one would be in the way of the next. */
function requireRepos({ repos, commits }: StoreContents): void {
  const lastSeqs = new Map(
    Array.from(repos, ({ accountId, id, lastSeq }) => [`${accountId} ${id}`, lastSeq]),
  );
  for (const { accountId, repoId, sha, seq } of commits) {
    const lastSeq = lastSeqs.get(`${accountId} ${repoId}`);
    if (lastSeq === undefined)
      throw new ContentsError(`The commit ${sha} is of the repository ${repoId}, which is not there`);
    if (seq > lastSeq)
      throw new ContentsError(`The commit ${sha} has a seq beyond the lastSeq of its repository, ${lastSeq}`);
  }
}

/** Rows of a chain that is not there would be in the way of the next chain. */
function requireChains({ metricChains, metricDays, metricChanges }: StoreContents): void {
  const known = new Set(Array.from(metricChains, ({ accountId, id }) => `${accountId} ${id}`));
  for (const records of [metricDays, metricChanges]) {
    for (const { accountId, chainId } of records) {
      if (!known.has(`${accountId} ${chainId}`))
        throw new ContentsError(`There are metrics of the chain ${chainId}, but not the chain itself`);
    }
  }
}

function requireRoomToCount({ events, repos, metricStates, metricChains }: StoreContents): void {
  const refuse = (what: string) => {
    throw new ContentsError(`${what} is too great: more than ${MOST}`);
  };
  for (const { id, seq } of events) if (seq > MOST) refuse(`The seq of the event ${id}`);
  for (const { id, lastSeq } of repos) if (lastSeq > MOST) refuse(`The lastSeq of the repository ${id}`);
  for (const { accountId, version, watermark } of metricStates)
    if (Math.max(version, watermark) > MOST) refuse(`The version or watermark of the account ${accountId}`);
  for (const { accountId, id } of metricChains)
    if (id > MOST) refuse(`The id of a chain of the account ${accountId}`);
}

/** Ids of chains are given in order, without gaps, and engines go through them so. */
function requireNearIds({ metricChains }: StoreContents): void {
  const ids = new Map<string, number[]>();
  for (const { accountId, id } of metricChains) {
    const known = ids.get(accountId);
    if (known) known.push(id);
    else ids.set(accountId, [id]);
  }
  for (const [accountId, own] of ids) {
    const [smallest, largest] = own.reduce(
      ([low, high], id) => [Math.min(low, id), Math.max(high, id)],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    );
    if (smallest < 1 || largest - smallest > 2 * own.length + FAR)
      throw new ContentsError(
        `The ids of chains of the account ${accountId} lie far apart, or are not positive`,
      );
  }
}
