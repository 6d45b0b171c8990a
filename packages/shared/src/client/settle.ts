import { jsonOf, messageOf } from './answer-text.ts';
import type { Item } from './batches.ts';
import { matchFailures } from './match-failures.ts';
import { readReceipt } from './read-receipt.ts';
import { readRefusals } from './read-refusals.ts';
import type { Answer } from './transport.ts';
import type { Fate } from './types.ts';

export interface Settled {
  /** By the event's index in this `send`. */
  fates: Map<number, Fate>;
  /** Refused only for the others' sake: to be sent again without them. */
  rest: Item[];
}

/** What an answer says of each event of a batch; undefined when the contract knows no such answer. */
export function settle(items: Item[], answer: Answer, redact: (text: string) => string): Settled | undefined {
  switch (answer.status) {
    case 201:
      return readFates(items, jsonOf(answer));
    case 400:
      return readRejections(items, jsonOf(answer));
    // Too large, or a key that was used with another body: another try would not change it.
    case 413:
    case 422: {
      const reason = `${answer.status}${messageOf(answer, redact)}`;
      return { fates: new Map(items.map((item) => [item.index, rejected(item, reason)])), rest: [] };
    }
    default:
      return undefined;
  }
}

function readFates(items: Item[], body: unknown): Settled | undefined {
  const receipt = readReceipt(body);
  if (!receipt) return undefined;
  const { success, failures } = receipt;
  const places = matchFailures(
    items.map(({ json }): unknown => JSON.parse(json)),
    failures.map(({ event }) => event),
    success.length,
  );
  const fates = new Map<number, Fate>();
  for (const [at, item] of items.entries()) {
    const place = places?.[at];
    const stored = place?.list === 'success' ? success[place.index] : undefined;
    const failure = place?.list === 'failures' ? failures[place.index] : undefined;
    if (stored) fates.set(item.index, { state: 'accepted', event: item.event, stored });
    else if (failure) fates.set(item.index, rejected(item, failure.reason));
    else return undefined;
  }
  return { fates, rest: [] };
}

function readRejections(items: Item[], body: unknown): Settled | undefined {
  const refusals = readRefusals(body, items.length);
  if (!refusals) return undefined;
  const fates = new Map<number, Fate>();
  const rest: Item[] = [];
  for (const [at, item] of items.entries()) {
    const reason = 'whole' in refusals ? refusals.whole : refusals.events.get(at);
    if (reason === undefined) rest.push(item);
    else fates.set(item.index, rejected(item, reason));
  }
  return { fates, rest };
}

function rejected({ event }: Item, reason: string): Fate {
  return { state: 'rejected', event, reason };
}
