import { blueprints } from '@milepost/shared';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { START, startTestService, type TestService } from '../service.fixture.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service[Symbol.asyncDispose]());

const audit = {
  shortId: 'audit',
  name: 'Audit',
  schema: {
    type: 'object',
    required: ['who'],
    additionalProperties: false,
    properties: { who: { type: 'string', pattern: '^[a-z]+$' }, count: { type: 'integer', minimum: 1 } },
  },
};

describe('blueprints', () => {
  it('are the five built-in ones to begin with', async () => {
    const { body } = await service.get('/blueprints');
    expect(body.items).toEqual(blueprints.map((blueprint) => expect.objectContaining({ id: blueprint.id })));
    expect(body.items[0].schema.properties.status.enum).toEqual(['success', 'failed']);
  });

  it('an account adds its own, by which its events are then checked', async () => {
    const { status, body } = await service.post('/blueprints', audit);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      ...audit,
      accountId: expect.any(String),
      createdAt: new Date(START).toISOString(),
    });
    const good = await service.send([{ type: 'audit', attributes: { who: 'ann', count: 2 } }]);
    expect(good.body.success[0]).toMatchObject({ type: 'audit', blueprintId: body.id });
    const bad = await service.send([
      { type: 'audit', attributes: { who: 'Ann', count: 0, why: '' } },
      { type: 'audit' },
    ]);
    expect(bad.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
      'events[0].attributes.count',
      'events[0].attributes.who',
      'events[0].attributes.why',
      'events[1].attributes.who',
    ]);
  });

  it('are listed in pages, built-in ones first', async () => {
    await service.post('/blueprints', audit);
    const shortIds = async (query: string) =>
      (await service.get(`/blueprints${query}`)).body.items.map(
        ({ shortId }: { shortId: string }) => shortId,
      );
    const first = await service.get('/blueprints?limit=4');
    expect(first.body.pageInfo).toMatchObject({ itemCount: 6, hasNextPage: true });
    expect(await shortIds(`?limit=4&cursor=${first.body.pageInfo.endCursor}`)).toEqual([
      'event-error',
      'audit',
    ]);
    expect(await shortIds('?limit=1&offset=5')).toEqual(['audit']);
  });

  it.each(['audit', 'event-deploy'])('are 409 when the shortId %s is taken', async (shortId) => {
    await service.post('/blueprints', audit);
    expect((await service.post('/blueprints', { ...audit, shortId })).status).toBe(409);
  });

  it.each([
    ['a shortId that is none', { shortId: 'Audit' }, 'shortId'],
    ['no name', { name: undefined }, 'name'],
    ['no schema', { schema: undefined }, 'schema'],
    ['a schema that is none', { schema: { type: 'objekt' } }, 'schema'],
    ['a schema of something else than an object', { schema: { type: 'string' } }, 'schema'],
    ['a remote $ref', { schema: { type: 'object', $ref: 'https://example.com/schema' } }, 'schema'],
    ['more than 64 KiB', { schema: { type: 'object', description: 'x'.repeat(65_536) } }, 'schema'],
  ])('refuse %s', async (_what, change, path) => {
    const { status, body } = await service.post('/blueprints', { ...audit, ...change });
    expect(status).toBe(400);
    expect(body.errors[0].path).toMatch(new RegExp(`^${path}`));
  });

  it('cannot be made to backtrack for ever', async () => {
    const schema = { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } };
    expect((await service.post('/blueprints', { ...audit, schema })).status).toBe(201);
    const answer = await service.send([{ type: 'audit', attributes: { text: `${'a'.repeat(100_000)}!` } }]);
    expect(answer.status).toBe(400);
  });
});
