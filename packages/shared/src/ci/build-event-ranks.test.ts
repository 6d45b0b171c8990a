import { describe, expect, test } from 'vitest';
import { buildEvent, type EventInputs } from './build-event.ts';
import type { CiContext, Fact, Facts } from './context.ts';
import { ATTRIBUTES, EVENT_FIELDS } from './event-fields.ts';

const NOW = Date.parse('2026-03-01T12:00:00.123Z');
const nothing: EventInputs = {
  entityId: '',
  timestamp: '',
  status: '',
  attributes: {},
  onCancelled: 'skip',
  environmentMap: '',
  changeIdPattern: '',
};

function eventOf(inputs: Partial<EventInputs>, context: Partial<CiContext> = {}, found: Facts = {}) {
  const whole = { provider: 'test', facts: {}, fallbacks: {}, changeTexts: [], ...context };
  const built = buildEvent(whole, { ...nothing, ...inputs }, NOW, found);
  if (built.kind === 'skip') throw new Error(built.reason);
  return built;
}

const ranked = ATTRIBUTES.filter((name) => name !== 'status');
const isDate = (name: string) => name.startsWith('change_window') || name === 'deployment_start_time';
/** All attributes, each of a value that a date may have, too. */
const textOf = (name: string, rank: string) => (isDate(name) ? `2026-02-0${rank}` : `${name} ${rank}`);
const factsOf = (rank: string): Facts =>
  Object.fromEntries(ranked.map((name) => [name, { value: textOf(name, rank), source: `rank ${rank}` }]));

describe('each attribute has its rank', () => {
  const ranks = [{ facts: factsOf('2') }, { found: factsOf('3') }, { fallbacks: factsOf('4') }];

  test.each([
    ['what the run knows', 0, '2'],
    ['what an API answered', 1, '3'],
    ["what a commit's message says", 2, '4'],
  ])('%s wins over all below it', (_, from, rank) => {
    const { facts, found, fallbacks }: { facts?: Facts; found?: Facts; fallbacks?: Facts } = Object.assign(
      {},
      ...ranks.slice(from),
    );
    const { event, sources } = eventOf({}, { facts: facts ?? {}, fallbacks: fallbacks ?? {} }, found);
    expect(event.attributes).toEqual(Object.fromEntries(ranked.map((name) => [name, textOf(name, rank)])));
    expect(sources).toEqual({
      timestamp: 'clock',
      ...Object.fromEntries(ranked.map((name) => [name, `rank ${rank}`])),
    });
  });

  test('what the user says wins over everything, and every field has its source', () => {
    const { event, sources } = eventOf(
      {
        entityId: ' shop ',
        timestamp: '2026-02-01T00:00:00Z',
        status: 'failed',
        attributes: Object.fromEntries(ranked.map((name) => [name, textOf(name, '1')])),
        startedAt: { value: '2026-01-31T00:00:00Z', source: 'step' },
      },
      {
        facts: { ...factsOf('2'), timestamp: { value: '2026-02-02T00:00:00Z', source: 'rank 2' } },
        fallbacks: factsOf('4'),
        outcome: { value: 'success', source: 'rank 2' },
      },
      factsOf('3'),
    );
    expect(event).toEqual({
      type: 'event-deploy',
      entityId: 'shop',
      timestamp: '2026-02-01T00:00:00Z',
      attributes: {
        status: 'failed',
        ...Object.fromEntries(ranked.map((name) => [name, textOf(name, '1')])),
      },
    });
    expect(Object.keys(event.attributes ?? {})).toEqual(ATTRIBUTES);
    expect(sources).toEqual(Object.fromEntries(EVENT_FIELDS.map((name) => [name, 'input'])));
  });

  test.each(ranked)('a blank %s of the user is not given', (name) => {
    const { event, sources } = eventOf({ attributes: { [name]: ' \n' } }, { facts: factsOf('2') });
    expect([event.attributes?.[name], sources[name]]).toEqual([textOf(name, '2'), 'rank 2']);
  });
});

describe('the start of the deployment', () => {
  const started = (value: string): Fact => ({ value, source: 'the start of this step' });
  const early = started('2026-03-01T11:00:00Z');
  const late = started('2026-03-01T12:30:00Z');
  const ofRun = { value: '2026-03-01T10:00:00Z', source: 'payload:run' };
  const startIn = ({ event, sources, notes }: ReturnType<typeof eventOf>) => [
    event.attributes?.['deployment_start_time'],
    sources.deployment_start_time,
    notes.length,
  ];

  test.each([
    ['the step before the run and the API', early, ofRun, ofRun, early, 0],
    ['the step before the API', early, undefined, ofRun, early, 0],
    ['the run when the step began after the event', late, ofRun, undefined, ofRun, 0],
    [
      'nothing, with a note, when only a step that began too late knows',
      late,
      undefined,
      undefined,
      undefined,
      1,
    ],
    ['nothing, with a note, when the run began too late', undefined, late, undefined, undefined, 1],
  ])('is of %s', (_, startedAt, fact, answer, expected, notes) => {
    const built = eventOf(
      { startedAt },
      { facts: fact ? { deployment_start_time: fact } : {} },
      answer ? { deployment_start_time: answer } : {},
    );
    expect(startIn(built)).toEqual([expected?.value, expected?.source, notes]);
    if (notes > 0) expect(built.notes[0]).toMatch(/^deployment_start_time of .* after the event's own time/);
  });

  test('may be after the event if the user says so', () => {
    expect(startIn(eventOf({ attributes: { deployment_start_time: late.value } }))).toEqual([
      late.value,
      'input',
      0,
    ]);
  });
});

test.each([
  ['2026-02-30T00:00:00Z', 'a day that is none'],
  ['1', 'what Date takes for a year'],
  ['Mar 1 2026', 'words'],
  ['2026-03-01T10:00:00', 'a time of an unknown zone'],
  ['+012345-01-01T00:00:00Z', 'a year of five digits'],
  ['9999-12-31T23:30:00-01:00', 'the year 10000 in UTC'],
])('%s of the run is no timestamp (%s): it is now', (value) => {
  const { event, sources } = eventOf({}, { facts: { timestamp: { value, source: 'payload:x' } } });
  expect([event.timestamp, sources.timestamp]).toEqual(['2026-03-01T12:00:00.123Z', 'clock']);
});

describe('what is wrong in the settings is told also of a run that is skipped:', () => {
  test.each([
    ['environmentMap', { environmentMap: 'nonsense' }],
    ['changeIdPattern', { changeIdPattern: '(' }],
    ['timestamp', { timestamp: 'now' }],
    ['status', { status: 'done' }],
  ])('%s', (input, inputs) => {
    expect(() => eventOf(inputs, { skip: 'it is pending' })).toThrow(expect.objectContaining({ input }));
  });
});

test('an id that the pattern finds goes before those of API and message, and is cleaned', () => {
  const id = (value: string): Facts => ({ change_id: { value, source: 'x' } });
  const { event } = eventOf(
    { changeIdPattern: 'CHG.' },
    { fallbacks: id('8'), changeTexts: [{ value: 'CHG\0', source: 'payload:t' }] },
    id('9'),
  );
  expect(event.attributes?.['change_id']).toBe('CHG\uFFFD');
});
