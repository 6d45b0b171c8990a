import { describe } from 'vitest';
import { describeAccountGone } from './contract/account-gone.ts';
import { describeAppendEvents } from './contract/append-events.ts';
import { describeBlueprints } from './contract/blueprints.ts';
import { describeChangeUses } from './contract/change-uses.ts';
import { describeCommits } from './contract/commits.ts';
import { describeContents } from './contract/contents.ts';
import { describeContentsUnderWrites } from './contract/contents-under-writes.ts';
import { describeCredentials } from './contract/credentials.ts';
import { describeEntities } from './contract/entities.ts';
import { describeExternalIncidents } from './contract/external-incidents.ts';
import { describeIdempotency } from './contract/idempotency.ts';
import { describeIncidents } from './contract/incidents.ts';
import { describeInstance } from './contract/instance.ts';
import { describeListEntities } from './contract/list-entities.ts';
import { describeListEvents } from './contract/list-events.ts';
import { describeListIncidents } from './contract/list-incidents.ts';
import { describeMetricInput } from './contract/metric-input.ts';
import { describeMetricResults } from './contract/metric-results.ts';
import { describePublishMetrics } from './contract/publish-metrics.ts';
import { describeRefusedContents } from './contract/refused-contents.ts';
import { describeReopening } from './contract/reopening.ts';
import { describeRepos } from './contract/repos.ts';
import { describeRuns } from './contract/runs.ts';
import { describeStagedChains } from './contract/staged-chains.ts';
import { type OpenedStore, type ReopenableStore, useReopenableStore, useStore } from './contract/subject.ts';

/**
 * What `store.ts` promises, as tests; every engine runs them all.
 *
 * @param name of the engine, for the report.
 * @param open opens an empty store; called once a test.
 */
export function describeStoreContract(name: string, open: () => Promise<OpenedStore>): void {
  describe(`the ${name} store`, () => {
    const subject = useStore(open);
    describe('appendEvents', () => describeAppendEvents(subject));
    describe('Idempotency-Keys', () => describeIdempotency(subject));
    describe('listEvents', () => describeListEvents(subject));
    describe('entities', () => describeEntities(subject));
    describe('listEntities', () => describeListEntities(subject));
    describe('blueprints', () => describeBlueprints(subject));
    describe('incidents', () => describeIncidents(subject));
    describe('the name of an incident in another system', () => describeExternalIncidents(subject));
    describe('listIncidents', () => describeListIncidents(subject));
    describe('repositories', () => describeRepos(subject));
    describe('commits', () => describeCommits(subject));
    describe('what the calculator reads', () => describeMetricInput(subject));
    describe('what was calculated', () => describeMetricResults(subject));
    describe('listChangeUses', () => describeChangeUses(subject));
    describe('publishMetrics', () => describePublishMetrics(subject));
    describe('what is staged', () => describeStagedChains(subject));
    describe('runs and leases', () => describeRuns(subject));
    describe('accounts, users and API keys', () => describeCredentials(subject));
    describe('contents', () => describeContents(subject));
    describe('contents that are refused', () => describeRefusedContents(subject));
    describe('contents while others write', () => describeContentsUnderWrites(subject));
    describe('an account that is gone', () => describeAccountGone(subject));
    describe('the instance', () => describeInstance(subject));
  });
}

/** The same, and what holds for data that outlive the process. */
export function describeDurableStoreContract(name: string, open: () => Promise<ReopenableStore>): void {
  describeStoreContract(name, open);
  describe(`the ${name} store, opened again`, () => describeReopening(useReopenableStore(open)));
}
