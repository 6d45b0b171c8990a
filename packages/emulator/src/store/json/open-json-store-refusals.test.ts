import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyContents } from '../contents/store-contents.ts';
import { newIncident } from '../contract/incident-records.fixture.ts';
import { metricState, newDay } from '../contract/metric-records.fixture.ts';
import { ACCOUNT, batchOf, eventQuery, idOf, NOW, newEntity, newEvent } from '../contract/records.fixture.ts';
import { newCommit } from '../contract/repo-records.fixture.ts';
import { useFileStore } from './file-store.fixture.ts';

describe('openFileStore refuses, with one line that says what to do', () => {
  const subject = useFileStore();

  it('a file in use, until it is closed', async () => {
    const first = await subject.open();
    expect((await subject.openError()).message).toContain(`${subject.path} is in use by another process`);
    await first.appendEvents(batchOf([newEvent()]));
    await first.close();
    const { itemCount } = await (await subject.open()).listEvents(eventQuery());
    expect(itemCount).toBe(1);
  });

  it('a file of a newer Milepost', async () => {
    await writeFile(subject.path, '{"milepostFormat":3,"anything":[]}');
    expect((await subject.openError()).message).toBe(
      `${subject.path} was written by a newer Milepost (format 3; this one reads 2); update Milepost`,
    );
  });

  const account = { id: ACCOUNT, name: 'Ours', createdAt: NOW };
  const event = { accountId: ACCOUNT, seq: 1, ...newEvent() };
  const external = newIncident({ externalSystem: 'pagerduty', externalIncidentNumber: '7' });
  const commit = { accountId: ACCOUNT, repoId: idOf(1), seq: 1, ...newCommit() };
  it.each([
    { what: 'nothing', text: '', says: 'is empty' },
    { what: 'text', text: 'events: []\n', says: 'is not JSON' },
    { what: 'half of the file', text: '{"milepostFormat":2,"acc', says: 'is not JSON' },
    { what: 'bytes that are not UTF-8', text: Buffer.from([0x7b, 0xff, 0x7d]), says: 'is not UTF-8' },
    { what: 'a JSON array', text: '[]', says: 'is not of Milepost' },
    { what: 'null', text: 'null', says: 'is not of Milepost' },
    { what: 'the JSON of others', text: '{"name":"x"}', says: 'is not of Milepost' },
    { what: 'format 0', text: '{"milepostFormat":0}', says: 'is not of Milepost' },
    {
      what: 'collections missing',
      text: '{"milepostFormat":2}',
      says: 'is damaged: the document must have',
    },
    {
      what: 'a wrong type',
      text: documentOf({ accounts: [{ ...account, createdAt: 'x' }] }),
      says: 'accounts/0/createdAt',
    },
    {
      what: 'an instant beyond all',
      text: documentOf({ events: [{ ...event, timestamp: 9e15 }] }),
      says: 'events/0/timestamp',
    },
    {
      what: 'an id that is no UUID in lower case',
      text: documentOf({ accounts: [{ ...account, id: ACCOUNT.toUpperCase() }] }),
      says: 'accounts/0/id must match format "lower-case UUID"',
    },
    {
      what: 'an instant that no timestamp can name',
      text: documentOf({ events: [{ ...event, timestamp: -1 }] }),
      says: 'events/0/timestamp must be >= 0',
    },
    {
      what: 'a sequence that cannot be read by everybody',
      text: documentOf({ events: [{ ...event, seq: 2 ** 53 }] }),
      says: 'events/0/seq must be <=',
    },
    {
      what: 'a shortId that is none',
      text: documentOf({ entities: [newEntity({ shortId: '__proto__' })] }),
      says: 'entities/0/shortId',
    },
    {
      what: 'a day that no clock has shown',
      text: documentOf({ metricStates: [{ ...metricState({ throughDay: -1e15 }), accountId: ACCOUNT }] }),
      says: 'metricStates/0/throughDay must be >= -1',
    },
    {
      what: 'facts that are no JSON',
      text: documentOf({ metricDays: [{ ...newDay(1), facts: 'zzz', chainId: 1, accountId: ACCOUNT }] }),
      says: 'metricDays/0/facts must match format "json-array"',
    },
    {
      what: 'attributes that are no object',
      text: documentOf({ events: [{ ...event, attributes: '[]' }] }),
      says: 'events/0/attributes',
    },
    {
      what: 'a member that we do not know',
      text: documentOf({ accounts: [{ ...account, plan: 'gold' }] }),
      says: 'additional properties',
    },
    {
      what: 'one account twice',
      text: documentOf({ accounts: [account, account] }),
      says: 'is damaged: there are two',
    },
    {
      what: 'one event twice',
      text: documentOf({ events: [event, { ...event, seq: 2 }] }),
      says: 'is damaged: there are two',
    },
    {
      what: 'a sequence twice',
      text: documentOf({ events: [event, { ...event, id: idOf(99) }] }),
      says: 'does not ascend',
    },
    {
      what: 'a state of an incident that there is not',
      text: documentOf({ incidents: [{ ...newIncident(), state: 'lost' }] }),
      says: 'incidents/0/state',
    },
    {
      what: 'two incidents of one number in another system',
      text: documentOf({ incidents: [external, { ...external, id: idOf(2) }] }),
      says: 'belongs to another record',
    },
    {
      what: 'one commit twice',
      text: documentOf({ commits: [commit, { ...commit, seq: 2 }] }),
      says: 'is damaged: there are two',
    },
  ])('a file with $what', async ({ text, says }) => {
    await writeFile(subject.path, text);
    const { message } = await subject.openError();
    expect(message).toContain(subject.path);
    expect(message).toContain(says);
    expect(message).not.toContain('\n');
    expect(await readFile(subject.path)).toEqual(Buffer.from(text));
    // The lock is given back: once the file is mended, it opens.
    await writeFile(subject.path, documentOf({}));
    await subject.open();
  });

  it('a directory, and a path through a file', async () => {
    await mkdir(subject.path);
    expect((await subject.openError()).message).toContain(`Cannot read ${subject.path}: EISDIR`);
    await writeFile(join(subject.directory, 'file'), '');
    expect((await subject.openError(join(subject.directory, 'file', 'milepost.json'))).message).toMatch(
      /^Cannot create .*ENOTDIR/,
    );
  });
});

function documentOf(members: object): string {
  return JSON.stringify({ milepostFormat: 2, ...emptyContents(), ...members });
}
