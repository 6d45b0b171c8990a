import { describe, expect, it } from 'vitest';
import { parseSeed, parseSeedText } from './parse-seed.ts';
import { SeedError } from './seed-error.ts';

/** What is wrong with a seed, each `path msg`. */
async function problemsOf(parsing: Promise<unknown>): Promise<string[]> {
  const error = await parsing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SeedError)) throw new Error(`refused with ${String(error)}`);
  return error.problems.map(({ path, msg }) => `${path} ${msg}`.trim());
}

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const deploy = (attributes: string) => `events: [{ type: event-deploy, attributes: ${attributes} }]`;

describe('YAML', () => {
  it.each([
    ['a byte order mark and CRLF', '\uFEFFevents:\r\n  - type: event-deploy\r\n', { type: 'event-deploy' }],
    [
      'dates as they stand',
      'events: [{ type: event-deploy, timestamp: 2026-01-31T09:30:00Z, attributes: { change_window_start: 2026-01-31 } }]',
      {
        type: 'event-deploy',
        timestamp: '2026-01-31T09:30:00Z',
        attributes: { change_window_start: '2026-01-31' },
      },
    ],
    [
      'the core schema, whatever version the text is for',
      `%YAML 1.1\n---\n${deploy('{ env: on, description: 2026-01-31 }')}`,
      { type: 'event-deploy', attributes: { env: 'on', description: '2026-01-31' } },
    ],
    [
      'aliases',
      'events:\n  - &one { type: event-deploy }\n  - *one',
      { type: 'event-deploy' },
      { type: 'event-deploy' },
    ],
    ['JSON, indented by tabs', '{\n\t"events": [\n\t\t{ "type": "x" }\n\t]\n}', { type: 'x' }],
    [
      'an asterisk that is no alias',
      deploy('{ env: "*", build_id: a*b, description: |\n*\n}').replace('|\n*\n', "'*'"),
      {
        type: 'event-deploy',
        attributes: { env: '*', build_id: 'a*b', description: '*' },
      },
    ],
  ])('reads %s', async (_name, text, ...events) => {
    expect((await parseSeedText(text, 'yaml')).events).toEqual(events);
  });

  it.each([
    ['nothing', '', 'must be an object, not null'],
    ['a list', '[]', 'must be an object, not an array'],
    [
      'what is no YAML',
      'a: [',
      'Flow sequence in block collection must be sufficiently indented and end with a ] at line 1, column 5',
    ],
    [
      'a name twice',
      'events: []\nentities: []\nevents: []',
      "the name 'events' stands twice at line 3, column 1",
    ],
    [
      'two documents',
      'events: []\n---\nevents: []',
      'a second document begins; a seed is one at line 2, column 1',
    ],
    [
      'a tag',
      deploy('{ env: !!timestamp 2026-01-31 }'),
      'Unresolved tag: tag:yaml.org,2002:timestamp at line 1, column 51',
    ],
    [
      'an alias of nothing',
      'events: *none',
      'Unresolved alias (the anchor must be set before the alias): none',
    ],
    ['a key that is no text', '{ [a]: b }', 'With stringKeys, all keys must be strings at line 1, column 3'],
    [
      'a text of U+0000',
      deploy('{ env: "a\\0" }'),
      'events[0].attributes.env contains U+0000, which cannot be stored; remove it',
    ],
    [
      'half a surrogate pair',
      deploy('{ env: "\\uD800" }'),
      'events[0].attributes.env contains half a surrogate pair, which is no character; remove it',
    ],
    [
      'a number without an end',
      deploy('{ n: .inf }'),
      'events[0].attributes.n is beyond the range of a double; send it as a string',
    ],
    [
      'a title that is a number',
      'incidents: [{ title: 2026 }]',
      'incidents[0].title must be a string, not 2026; put it in quotes',
    ],
    [
      'a sha of digits',
      `repos: [{ name: r, entityIds: [checkout], commits: [{ sha: ${'1'.repeat(40)}, authoredAt: 2026-01-31T09:30:00Z }] }]`,
      'repos[0].commits[0].sha must be a string, not 1.1111111111111112e+39; put it in quotes',
    ],
    [
      'a name that is a boolean',
      'entities: [{ shortId: web, name: true }]',
      'entities[0].name must be a string, not a boolean; put it in quotes',
    ],
    [
      'an unknown list',
      'entity: []',
      "entity unknown member 'entity'; known: 'entities', 'blueprints', 'repos', 'incidents', 'events'",
    ],
  ])('refuses %s', async (_name, text, problem) => {
    expect(await problemsOf(parseSeedText(text, 'yaml'))).toEqual([problem]);
  });

  it('names all that is wrong at once, up to a hundred problems', async () => {
    expect(await problemsOf(parseSeedText('entities: [{}]\nevents: [{}, 7]', 'yaml'))).toEqual([
      expect.stringContaining('entities[0].shortId is required'),
      expect.stringContaining('events[0].type is required'),
      'events[1] must be an object, not 7',
    ]);
    expect(await problemsOf(parseSeedText(`events: [${'7, '.repeat(200)}]`, 'yaml'))).toHaveLength(100);
  });

  const level = (n: number) => `  a${n}: &a${n} [*a${n - 1}, *a${n - 1}]\n`;
  const levels = Array.from({ length: 40 }, (_, index) => level(index + 1)).join('');
  it.each([
    [
      'aliases that double forty times',
      `a:\n  a0: &a0 [x, x]\n${levels}`,
      'its aliases make it endless, or larger than',
    ],
    ['aliases that hold themselves', 'events: &a [*a, *a]', 'its aliases make it endless'],
    [
      'a long text, a thousand times',
      `a: &a ${'x'.repeat(20_000)}\nb:\n${'  - *a\n'.repeat(1000)}`,
      'larger than',
    ],
    ['too many aliases', `a: &a x\nb:\n${'  - *a\n'.repeat(20_000)}`, 'has more than 10000 aliases'],
    ['a hundred thousand brackets', '['.repeat(100_000), 'is nested deeper than 100 levels at line 1'],
    ['a hundred thousand dashes', '- '.repeat(100_000), 'is nested deeper than 100 levels at line 1'],
    [
      'names by the ten thousand',
      Array.from({ length: 20_000 }, (_, n) => `k${n}: 1`).join('\n'),
      'unknown member',
    ],
  ])('is quick to refuse %s', async (_name, text, problem) => {
    const [first] = await problemsOf(parseSeedText(text, 'yaml'));
    expect(first).toContain(problem);
  });
});

describe('JSON', () => {
  it('is read with a byte order mark', async () => {
    expect(await parseSeedText('\uFEFF{"events":[]}', 'json')).toEqual({ events: [] });
  });

  it.each([
    [
      'what is no JSON',
      '{"events":[}',
      'is not valid JSON: Unexpected token \'}\', "{"events":[}" is not valid JSON',
    ],
    ['a name twice', '{"events":[],"events":[]}', 'has a name twice in one object'],
    [
      'a number where a string must be',
      '{"entities":[{"shortId":7}]}',
      'entities[0].shortId must be a string, not 7; put it in quotes',
    ],
  ])('refuses %s', async (_name, text, problem) => {
    expect(await problemsOf(parseSeedText(text, 'json'))).toEqual([problem]);
  });

  it('refuses what nests too deep, wherever it is', async () => {
    const attributes = JSON.parse(nested(33));
    const tooDeep = { events: [{ type: 'event-build', attributes: { a: attributes } }] };
    expect(await problemsOf(parseSeed(tooDeep))).toEqual(['events[0] is nested deeper than 33 levels']);
    expect(await problemsOf(parseSeedText(`{"events":${nested(100_000)}}`, 'json'))).toEqual([
      'events[0] is nested deeper than 33 levels',
    ]);
    expect(await problemsOf(parseSeedText(nested(100_000), 'json'))).toEqual([
      'must be an object, not an array',
    ]);
  });

  it('lets the schema of a blueprint nest deeper than an event', async () => {
    let schema: object = { type: 'string' };
    for (let levels = 0; levels < 25; levels += 1) schema = { type: 'object', properties: { a: schema } };
    const seed = { blueprints: [{ shortId: 'deep', name: 'Deep', schema }] };
    expect(await parseSeedText(JSON.stringify(seed), 'json')).toEqual(seed);
    expect(await parseSeedText(JSON.stringify(seed), 'yaml')).toEqual(seed);
  });

  it('refuses an object of the program that is no JSON', async () => {
    const circular: Record<string, unknown> = {};
    circular['attributes'] = circular;
    expect(await problemsOf(parseSeed({ events: [circular] }))).toEqual([
      'events[0] is nested deeper than 33 levels',
    ]);
    expect(
      await problemsOf(parseSeed({ events: [{ type: 'event-deploy', timestamp: new Date(0) }] })),
    ).toEqual(['events[0].timestamp must be a string, not an object']);
  });
});
