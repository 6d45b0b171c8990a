import { expect, test } from 'vitest';
import { inputName } from '../ci/input-name.ts';
import type { Fate, Problem, SendResult } from '../client/types.ts';
import type { Event } from '../event/event.ts';
import { redactReport, reportOf } from './report.ts';

const event: Event = { type: 'event-deploy', entityId: 'web', attributes: {} };
const accepted: Fate = {
  state: 'accepted',
  event,
  stored: {
    id: '1',
    type: 'event-deploy',
    blueprintId: 'b',
    timestamp: 't',
    accountId: 'a',
    attributes: {},
    createdAt: 'c',
  },
};
const rejected = (reason: string): Fate => ({ state: 'rejected', event, reason });
const wrongKey: Problem = {
  fault: 'configuration',
  setting: 'apiKey',
  message: 'the service refused it: 401 no',
};
const down: Problem = { fault: 'outage', message: 'connection refused' };
const undelivered = (problem: Problem): Fate => ({ state: 'undelivered', event, problem });

function report(fates: Fate[], problems: Problem[] = []) {
  const result: SendResult = { fates, problems, undelivered: [], answers: [] };
  const events = fates.map((fate) => fate.event);
  const { outcome, reason, fault } = reportOf(
    { events, sources: {}, missing: [], gaps: [], notes: [] },
    result,
    inputName,
  );
  return { outcome, reason, fault };
}

test('all accepted is reported, without a reason', () => {
  expect(report([accepted, accepted])).toEqual({ outcome: 'reported', reason: '', fault: undefined });
});

test("a rejected event is the client's fault, and its reason is told", () => {
  expect(report([rejected("Entity 'x' not found")])).toEqual({
    outcome: 'rejected',
    reason: "The event was rejected by the service: Entity 'x' not found",
    fault: 'client',
  });
});

test('of many rejected events each reason is told once, and three at most', () => {
  const fates = [accepted, ...['a', 'b', 'a', 'c', 'd'].map(rejected)];
  expect(report(fates).reason).toBe('5 of 6 events were rejected by the service: a; b; c; …');
});

test('a wrong credential names its input', () => {
  expect(report([undelivered(wrongKey)], [wrongKey])).toEqual({
    outcome: 'undelivered',
    reason: 'The event was not delivered: api-key: the service refused it: 401 no',
    fault: 'client',
  });
});

test("an outage is nobody's fault here, unless something was rejected, too", () => {
  expect(report([accepted, undelivered(down)], [down])).toEqual({
    outcome: 'undelivered',
    reason: '1 of 2 events was not delivered: connection refused',
    fault: 'outage',
  });
  expect(report([rejected('no'), undelivered(down)], [down])).toMatchObject({
    outcome: 'undelivered',
    fault: 'client',
  });
});

test('secrets are taken out of the texts of a report, and words of ours stay', () => {
  const event: Event = { type: 'event-deploy', attributes: { change_title: 'reported by hunter2' } };
  const prepared = { events: [event], sources: {}, missing: [], gaps: [], notes: ['hunter2'] };
  const clean = redactReport({ outcome: 'reported', reason: 'not reported', prepared }, (text) =>
    text.replaceAll('hunter2', '***').replaceAll('reported', '***'),
  );
  expect(clean).toMatchObject({ outcome: 'reported', reason: 'not ***', prepared: { notes: ['***'] } });
  expect(clean.prepared?.events[0]?.attributes).toEqual({ change_title: '*** by ***' });
});
