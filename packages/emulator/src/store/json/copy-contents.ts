import type { StoreContents } from '../contents/store-contents.ts';
import {
  copyChain,
  copyChangeUse,
  copyCommit,
  copyDay,
  copyIncident,
  copyLink,
  copyMetricState,
  copyRepo,
  copyRun,
} from './copy-metric-records.ts';
import { copyAccount, copyApiKey, copyBlueprint, copyEntity, copyNewEvent, copyUser } from './copy-record.ts';

/** Copies of what accounts have, on its way in or out, as in `copy-record.ts`: of all of it, or of some accounts. Secrets are left. */
export function copyContents(
  contents: StoreContents,
  isWanted: (accountId: string) => boolean = () => true,
): StoreContents {
  const copyOwn = <T extends { accountId: string }>(
    records: Iterable<T>,
    copy: (record: T) => Omit<T, 'accountId'>,
  ) => {
    const copies = [];
    for (const record of records) {
      const { accountId } = record;
      if (isWanted(accountId)) copies.push({ ...copy(record), accountId });
    }
    return copies;
  };
  return {
    accounts: Array.from(contents.accounts)
      .filter(({ id }) => isWanted(id))
      .map(copyAccount),
    users: copyOwn(contents.users, copyUser),
    apiKeys: copyOwn(contents.apiKeys, copyApiKey),
    blueprints: copyOwn(contents.blueprints, copyBlueprint),
    entities: copyOwn(contents.entities, copyEntity),
    secrets: [],
    idempotencyKeys: copyOwn(contents.idempotencyKeys, ({ key, digest, response, createdAt }) => ({
      key,
      digest,
      response,
      createdAt,
    })),
    events: copyOwn(contents.events, (event) => ({ ...copyNewEvent(event), seq: event.seq })),
    incidents: copyOwn(contents.incidents, copyIncident),
    repos: copyOwn(contents.repos, copyRepo),
    commits: copyOwn(contents.commits, (commit) => {
      const { repoId, seq } = commit;
      return { ...copyCommit(commit), repoId, seq };
    }),
    metricStates: copyOwn(contents.metricStates, copyMetricState),
    metricChains: copyOwn(contents.metricChains, copyChain),
    metricDays: copyOwn(contents.metricDays, copyDay),
    metricChanges: copyOwn(contents.metricChanges, copyChangeUse),
    metricLinks: copyOwn(contents.metricLinks, copyLink),
    metricRuns: copyOwn(contents.metricRuns, copyRun),
  };
}
