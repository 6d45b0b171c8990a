import type { ValidateFunction } from 'ajv/dist/2020.js';
import { ContentsError } from '../store/contents/contents-error.ts';
import type { StoreContents } from '../store/contents/store-contents.ts';
import { createAjv } from '../validation/create-ajv.ts';

const texts = { type: 'array', items: { type: 'string' } } as const;
const sequence = { type: 'integer', minimum: 0 } as const;

function tuple(...items: readonly object[]): object {
  return { type: 'array', prefixItems: items, minItems: items.length, maxItems: items.length };
}

/** What `dora/fact.ts` writes as the facts of a day. */
const facts = {
  type: 'array',
  items: tuple(
    { type: 'integer' },
    { type: 'integer' },
    { type: 'integer' },
    { type: 'integer' },
    { type: ['number', 'null'] },
    { type: ['string', 'null'] },
    { anyOf: [{ type: ['number', 'null'] }, { const: 'open' }] },
    { type: 'integer' },
    { type: 'array', items: { type: 'number' } },
  ),
};

/** And as their detail. */
const detail = {
  type: 'array',
  items: tuple(
    { type: 'string' },
    texts,
    { type: 'array', items: tuple({ type: 'string' }, { type: 'number' }) },
    texts,
  ),
};

/** `ChainState` of `dora/measure-chain.ts`. */
const state = {
  type: 'object',
  required: ['tips', 'loose'],
  properties: {
    tips: texts,
    loose: texts,
    previous: {
      type: 'object',
      required: ['t'],
      properties: { t: { type: 'number' }, sha: { type: 'string' } },
    },
  },
} as const;

/** `KnownHistories` of `calculation/histories.ts`. */
const histories = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    required: ['seqs', 'count', 'entityIds'],
    properties: {
      seqs: { type: 'array', items: sequence },
      count: { anyOf: [sequence, { type: 'null' }] },
      entityIds: texts,
    },
  },
} as const;

/**
 * Refuses metrics that the calculator has not written: all its runs would fail on them, or leave out what comes.
 *
 * @throws ContentsError
 */
export async function checkRestoredMetrics({
  events,
  metricDays,
  metricStates,
}: Pick<StoreContents, 'events' | 'metricDays' | 'metricStates'>): Promise<void> {
  const lastSeqs = new Map<string, number>();
  for (const { accountId, seq } of events) lastSeqs.set(accountId, seq);
  const ajv = await createAjv({ allErrors: false });
  const [isFacts, isDetail, isState, isHistories] = [facts, detail, state, histories].map((schema) =>
    ajv.compile(schema),
  );
  for (const { accountId, watermark, histories: known } of metricStates) {
    const of = `the metrics of the account ${accountId}`;
    requireShape(isHistories, known, `The histories of ${of}`);
    if (watermark > (lastSeqs.get(accountId) ?? 0))
      throw new ContentsError(`The watermark of ${of} is behind its last event`);
  }
  for (const { chainId, day, ...texts } of metricDays) {
    const of = `day ${day} of the chain ${chainId}`;
    requireShape(isFacts, texts.facts, `The facts of ${of}`);
    requireShape(isDetail, texts.detail, `The detail of ${of}`);
    requireShape(isState, texts.state, `The state of ${of}`);
  }
}

function requireShape(isShape: ValidateFunction | undefined, text: string | null, what: string): void {
  if (text === null || !isShape || isShape(JSON.parse(text))) return;
  const [error] = isShape.errors ?? [];
  throw new ContentsError(`${what} are none that were calculated: ${error?.instancePath} ${error?.message}`);
}
