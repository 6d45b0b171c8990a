import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, startTestService, type TestService } from '../service.fixture.ts';
import { lastEntry, lineOf, refusalsOf } from './refusals.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const deploy = { type: 'event-deploy' };
const events = (...list: unknown[]): CallOptions => ({ json: { events: list } });

describe('POST /events says for the journal what it refused, where, and what would have been right', () => {
  it.each<[what: string, request: CallOptions, refused: string[]]>([
    [
      'names',
      events(
        { Type: 'event-deploy', entityID: 'checkout', attributes: {} },
        { ...deploy, attributes: { Env: 'x', 'a/b~c': 1 } },
      ),
      [
        'required /events/0/type null',
        'unknown-member /events/0/Type "type"',
        'unknown-member /events/0/entityID "entityId"',
        'unknown-attribute /events/1/attributes/Env "env"',
        'unknown-attribute /events/1/attributes/a~1b~0c null',
      ],
    ],
    [
      'values',
      events({
        ...deploy,
        timestamp: '2026-01-31T09:30:00+02:00',
        attributes: { status: 'Success', build_id: 7, change_window_start: '2026-02-30' },
      }),
      [
        'timestamp /events/0/timestamp "2026-01-31T07:30:00Z"',
        'enum /events/0/attributes/status "success"',
        'type /events/0/attributes/build_id "7"',
        'date /events/0/attributes/change_window_start "2026-02-28"',
      ],
    ],
    ['a type', events({ type: 'event-deploi' }), ['event-type /events/0/type "event-deploy"']],
    ['an event that is none', events('x'), ['type /events/0 null']],
    [
      'texts that no store takes',
      events({ type: 'event-build', attributes: { 'a.b': ['x\0y'], c: '\ud83d' } }),
      ['nul-character /events/0/attributes/a.b/0 "xy"', 'lone-surrogate /events/0/attributes/c ""'],
    ],
    [
      'what is unknown and cannot be stored either',
      events({ type: 'event-build', 'x/\0': 'a' }),
      ['unknown-member /events/0/x~1\0 null', 'nul-character /events/0/x~1\0 "x/"'],
    ],
    [
      'numbers beyond a double',
      { raw: '{"events":[{"type":"event-build","attributes":{"a":-1e999}}]}' },
      [`number-range /events/0/attributes/a ${-Number.MAX_VALUE}`],
    ],
    [
      'too many levels',
      events({ type: 'event-build', attributes: JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) }),
      ['depth /events/0/attributes 32'],
    ],
    ['no events', { json: {} }, ['required /events null']],
    ['an empty list', events(), ['min-items /events 1']],
    ['too many events', events(...Array(16).fill(deploy)), ['max-events /events 15']],
    ['too many bytes', { raw: ' '.repeat(1_048_577) }, ['max-bytes - 1048576']],
    ['a list', { json: [] }, ['type  null']],
    ['no JSON', { raw: '{' }, ['json - null']],
    ['nothing', { raw: '' }, ['empty-body - null']],
    [
      'another type of content',
      { raw: '{}', headers: { 'content-type': 'text/plain' } },
      ['content-type - "application/json"'],
    ],
    ['an encoding', { raw: '{}', headers: { 'content-encoding': 'zstd' } }, ['content-encoding - null']],
    [
      'an Idempotency-Key',
      { ...events(deploy), headers: { 'idempotency-key': 'é' } },
      ['idempotency-key - null'],
    ],
    [
      'an entity, of all events',
      { ...events(deploy, { ...deploy, entityId: 'chekout' }), headers: { prefer: 'handling=strict' } },
      ['entity /events/1/entityId "checkout"'],
    ],
  ])('%s', async (_what, request, refused) => {
    const [, ...lines] = await refusalsOf(service, 'POST', '/events', request);
    expect(lines).toEqual(refused);
    const { response } = await lastEntry(service);
    if (response.errors) expect(response.errors).toHaveLength(refused.length);
  });
});

it('says which events failed of those that are answered with 201, and whose fault it was', async () => {
  await service.post('/_control/faults', { match: { path: '/events' }, times: 1, do: { partial: [2] } });
  const sent = [
    { ...deploy, entityId: 'PAYMENT' },
    { ...deploy, entityId: 'checkout' },
    deploy,
    { ...deploy, entityId: 'zzz' },
  ];
  expect(await refusalsOf(service, 'POST', '/events', events(...sent))).toEqual([
    201,
    'entity /events/0/entityId "payments"',
    'fault /events/2 null',
    'entity /events/3/entityId null',
  ]);
  expect(await refusalsOf(service, 'POST', '/events', events(deploy))).toEqual([201]);
  await service.post('/_control/faults', { times: 1, do: { status: 503 } });
  expect(await refusalsOf(service, 'POST', '/events', events(deploy))).toEqual([503, 'fault - null']);
});

it('names to a key of some entities none but those', async () => {
  const bearer = await service.bearer();
  const { body } = await service.post(
    '/api-keys',
    { name: 'checkout alone', entityIds: ['checkout'] },
    bearer,
  );
  const sent = events({ ...deploy, entityId: 'payment' }, deploy);
  await service.call('POST', '/events', { ...sent, key: body.key });
  const { refused } = await lastEntry(service);
  expect(refused.map(lineOf)).toEqual([
    'entity /events/0/entityId null',
    'entity-scope /events/1/entityId "checkout"',
  ]);
});

it('says what --loose let pass, and not that it was refused', async () => {
  await using loose = await startTestService({ loose: true });
  await loose.send([{ ...deploy, entityID: 'x', attributes: { Env: 'y' } }]);
  const { loosened, refused } = await lastEntry(loose);
  expect(loosened.map(lineOf)).toEqual([
    'unknown-member /events/0/entityID "entityId"',
    'unknown-attribute /events/0/attributes/Env "env"',
  ]);
  expect(refused).toEqual([]);
});

it("says what an account's own blueprint does not take", async () => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    required: ['kind'],
    properties: { kind: { enum: ['major', 'minor'] }, 'size/kb': { type: 'integer', maximum: 10 } },
  };
  await service.post('/blueprints', { shortId: 'event-audit', name: 'Audit', schema });
  const attributes = [{ Kind: 'major' }, { kind: 'Minor', 'size/kb': 11 }];
  const sent = attributes.map((one) => ({ type: 'event-audit', attributes: one }));
  expect(await refusalsOf(service, 'POST', '/events', events(...sent))).toEqual([
    400,
    'unknown-attribute /events/0/attributes/Kind "kind"',
    'required /events/0/attributes/kind null',
    'enum /events/1/attributes/kind "minor"',
    'maximum /events/1/attributes/size~1kb 10',
  ]);
});

describe('every other refusal has a rule', () => {
  const blueprint = (schema: object, shortId = 'event-x'): CallOptions => ({
    json: { shortId, name: 'X', schema },
  });
  const commit = { sha: 'a'.repeat(40), authoredAt: '2026-02-30T00:00:00Z' };
  it.each<[method: string, path: string, request: CallOptions, outcome: [number, ...string[]]]>([
    ['GET', '/events', { key: null }, [401, 'credential-missing - null']],
    ['GET', '/events', { key: 'mp_nobody' }, [401, 'api-key-unknown - null']],
    [
      'GET',
      '/events',
      { key: null, headers: { authorization: 'Bearer a.b.c' } },
      [401, 'token-invalid - null'],
    ],
    [
      'GET',
      '/events',
      { key: null, headers: { authorization: 'Basic eDp5' } },
      [401, 'authorization - null'],
    ],
    ['GET', '/api-keys', {}, [401, 'api-key-refused - null']],
    ['GET', '/event', {}, [404, 'unknown-route - "/milepost/events"']],
    ['GET', '/graphql', {}, [404, 'unknown-route - null']],
    ['PUT', '/events', {}, [405, 'method - "GET"']],
    ['PURGE', '/events/x', {}, [405, 'method - "GET"']],
    ['GET', '/events/none', {}, [404, 'not-found - null']],
    ['GET', '/events?limt=5', {}, [400, 'unknown-parameter - "limit"']],
    ['GET', '/events?limit=501&offset=-1', {}, [400, 'maximum - 500', 'minimum - 0']],
    ['GET', '/events?limit=2.4', {}, [400, 'type - 2']],
    ['GET', '/events?status=Failed&type=', {}, [400, 'enum - "failed"', 'min-length - 1']],
    [
      'GET',
      '/events?from=2026-02-30&type=a&type=b',
      {},
      [400, 'timestamp - "2026-02-28T00:00:00Z"', 'repeated - null'],
    ],
    ['GET', '/events?cursor=x', {}, [400, 'cursor - null']],
    ['GET', '/dora?from=2026-2-30', {}, [400, 'date - "2026-02-28"']],
    ['GET', '/dora?from=2026-02-03&to=2026-02-01', {}, [400, 'window - "2026-02-01"']],
    ['GET', '/dora?entityId=nobody', {}, [404, 'entity - null']],
    [
      'POST',
      '/entities',
      { json: { shortId: 'web', typo: 1, type: 'Service' } },
      [400, 'unknown-member /typo "type"', 'enum /type "service"'],
    ],
    ['POST', '/entities', { json: { shortId: 'checkout' } }, [409, 'short-id-taken /shortId null']],
    ['POST', '/blueprints', blueprint({ type: 'array' }), [400, 'schema-type /schema/type "object"']],
    [
      'POST',
      '/blueprints',
      blueprint({ type: 'object' }, 'Event Audit'),
      [400, 'short-id /shortId "event-audit"'],
    ],
    [
      'POST',
      '/blueprints',
      blueprint({ type: 'object', properties: { 'a/b': { pattern: '(?=x)', minLenght: 1 } } }),
      [
        400,
        'pattern-syntax /schema/properties/a~1b/pattern null',
        'unknown-keyword /schema/properties/a~1b/minLenght "minLength"',
      ],
    ],
    [
      'POST',
      '/incidents',
      { json: { title: 'x', affectedEntityIds: ['checkout', 'payment'] } },
      [400, 'entity /affectedEntityIds/1 "payments"'],
    ],
    [
      'POST',
      '/repos',
      { json: { name: 'x', entityIds: ['chckout'] } },
      [400, 'entity /entityIds/0 "checkout"'],
    ],
    ['POST', '/incidents/webhooks/none', { json: {} }, [404, 'not-found - null']],
    [
      'POST',
      '/oauth/token',
      { key: null, json: { grant_type: 'Password' } },
      [400, 'unsupported_grant_type /grant_type "password"'],
    ],
    [
      'POST',
      '/oauth/token',
      { key: null, json: { grant_type: 'password', username: 'a' } },
      [400, 'required /password null', 'required /client_id null'],
    ],
    [
      'POST',
      '/oauth/token',
      {
        key: null,
        json: {
          grant_type: 'password',
          username: 'dev@milepost.local',
          password: 'wrong',
          client_id: 'milepost-cli',
        },
      },
      [400, 'invalid_grant - null'],
    ],
    [
      'POST',
      '/oauth/token',
      { key: null, json: { grant_type: 'password', username: 'a', password: 7 } },
      [400, 'type /password null'],
    ],
    ['POST', '/oauth/token', { key: null, raw: '{"password":' }, [400, 'json - null']],
  ])('%s %s %j', async (method, path, request, outcome) => {
    expect(await refusalsOf(service, method, path, request)).toEqual(outcome);
  });

  it('commits of a day that does not exist', async () => {
    const { body } = await service.post('/repos', { name: 'x', entityIds: ['checkout'] });
    expect(
      await refusalsOf(service, 'POST', `/repos/${body.id}/commits`, { json: { commits: [commit] } }),
    ).toEqual([400, 'date-time /commits/0/authoredAt "2026-02-28T00:00:00Z"']);
  });

  it('a key that was used with another body, that expired, and that was revoked', async () => {
    const bearer = await service.bearer();
    const headers = { 'idempotency-key': 'twice' };
    await service.send([deploy], { headers });
    expect(await refusalsOf(service, 'POST', '/events', { ...events(deploy, deploy), headers })).toEqual([
      422,
      'idempotency-key - null',
    ]);
    const made = await service.post('/api-keys', { name: 'k', expiresAt: '2026-03-01T12:00:01Z' }, bearer);
    expect(
      await refusalsOf(service, 'POST', '/api-keys', {
        ...bearer,
        json: { name: 'k', expiresAt: '2026-02-01T00:00:00Z' },
      }),
    ).toEqual([400, 'future /expiresAt null']);
    service.advance(2000);
    await service.get('/events', { key: made.body.key });
    expect((await lastEntry(service)).refused.map(lineOf)).toEqual(['api-key-expired - null']);
    await service.call('DELETE', `/api-keys/${made.body.id}`, bearer);
    await service.get('/events', { key: made.body.key });
    expect((await lastEntry(service)).refused.map(lineOf)).toEqual(['api-key-revoked - null']);
    service.advance(3_600_000);
    await service.get('/events', bearer);
    expect((await lastEntry(service)).refused.map(lineOf)).toEqual(['token-expired - null']);
  });

  it('too many requests, and too many wrong passwords', async () => {
    await using limited = await startTestService({ rateLimits: { minute: 1, hour: 100 } });
    await limited.get('/events');
    expect(await refusalsOf(limited, 'GET', '/events')).toEqual([429, 'rate-limit - null']);
    const json = { grant_type: 'password', username: 'a', password: 'wrong', client_id: 'milepost-cli' };
    for (let tries = 0; tries < 10; tries += 1) await limited.post('/oauth/token', json, { key: null });
    expect(await refusalsOf(limited, 'POST', '/oauth/token', { key: null, json })).toEqual([
      429,
      'login-throttle - null',
    ]);
  });
});
