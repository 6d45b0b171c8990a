import { describe } from 'vitest';
import { describeAppendEvents } from './contract/append-events.ts';
import { describeBlueprints } from './contract/blueprints.ts';
import { describeCredentials } from './contract/credentials.ts';
import { describeEntities } from './contract/entities.ts';
import { describeIdempotency } from './contract/idempotency.ts';
import { describeInstance } from './contract/instance.ts';
import { describeListEntities } from './contract/list-entities.ts';
import { describeListEvents } from './contract/list-events.ts';
import { describeReopening } from './contract/reopening.ts';
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
    describe('accounts, users and API keys', () => describeCredentials(subject));
    describe('the instance', () => describeInstance(subject));
  });
}

/** The same, and what holds for data that outlive the process. */
export function describeDurableStoreContract(name: string, open: () => Promise<ReopenableStore>): void {
  describeStoreContract(name, open);
  describe(`the ${name} store, opened again`, () => describeReopening(useReopenableStore(open)));
}
