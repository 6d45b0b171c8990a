import { describe, expect, test } from 'vitest';
import type { CiContext, Outcome } from './context.ts';
import { statusOf } from './status.ts';

const source = 'input:job-status';
const ended = (value: Outcome) => ({ outcome: { value, source } });
const none = { status: '', onCancelled: 'skip' } as const;

test.each<[Outcome, 'skip' | 'failed', string, string]>([
  ['success', 'skip', 'success', source],
  ['success', 'failed', 'success', source],
  ['failed', 'skip', 'failed', source],
  ['failed', 'failed', 'failed', source],
  ['cancelled', 'failed', 'failed', `${source}, on-cancelled`],
])('%s is, when cancelled is %s, the status %s', (outcome, onCancelled, value, from) => {
  expect(statusOf(ended(outcome), { status: '', onCancelled })).toEqual({ fact: { value, source: from } });
});

test('a cancelled deployment is skipped if nobody wants it', () => {
  expect(statusOf(ended('cancelled'), none)).toEqual({
    skip: 'The deployment was cancelled, and on-cancelled is skip.',
  });
});

test('nothing known is no status, and no reason to skip', () => {
  expect(statusOf({}, none)).toEqual({ fact: undefined });
});

test('what ends no deployment is skipped, whatever on-cancelled says', () => {
  for (const onCancelled of ['skip', 'failed'] as const) {
    expect(statusOf({ skip: 'the run began' }, { status: '', onCancelled })).toEqual({
      skip: 'The run began.',
    });
  }
});

describe('the user', () => {
  test.each<[string, Pick<CiContext, 'outcome' | 'skip'>]>([
    ['another outcome', ended('failed')],
    ['a cancelled run', ended('cancelled')],
    ['a run to skip', { skip: 'it is pending' }],
    ['nothing', {}],
  ])('wins over %s', (_, context) => {
    expect(statusOf(context, { ...none, status: ' success\n' })).toEqual({
      fact: { value: 'success', source: 'input' },
    });
  });

  test.each(['failure', 'cancelled', 'Success', 'success, failed', 'constructor'])(
    'cannot say %j, of a run to skip neither',
    (status) => {
      for (const context of [{}, { skip: 'it is pending' }]) {
        expect(() => statusOf(context, { ...none, status })).toThrow(
          expect.objectContaining({
            input: 'status',
            message: expect.stringMatching(
              /is not an allowed value; allowed: success, failed \(.*job-status\)$/,
            ),
          }),
        );
      }
    },
  );

  test('who says a blank has said nothing', () => {
    expect(statusOf(ended('failed'), { ...none, status: ' \t' })).toEqual({
      fact: { value: 'failed', source },
    });
  });
});
