import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeApiKey } from '../../src/auth/api-key.ts';
import { WELL_KNOWN_ACCOUNT, WELL_KNOWN_API_KEY, WELL_KNOWN_USER } from '../../src/auth/well-known.ts';
import { START, startTestService, type TestService } from '../service.fixture.ts';
import { makeAccount } from './account.fixture.ts';
import { addFault, listFaults } from './faults.fixture.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service[Symbol.asyncDispose]());

describe('by credential', () => {
  async function ownKey() {
    const made = makeApiKey({
      accountId: WELL_KNOWN_ACCOUNT.id,
      name: 'other',
      createdBy: 'cli',
      createdAt: START,
    });
    await service.store.putApiKey(made.record);
    return made;
  }

  it.each([
    ['the key', ({ key }: { key: string }) => key],
    ['its id', ({ record }: { record: { id: string } }) => record.id.toUpperCase()],
  ])('an API key is known by %s', async (_name, name) => {
    const made = await ownKey();
    await addFault(service, { match: { credential: name(made) }, do: { status: 503 } });
    expect((await service.get('/entities', { key: made.key })).status).toBe(503);
    expect((await service.get('/entities')).status).toBe(200);
    expect((await service.get('/livez', { key: null })).status).toBe(200);
    expect((await service.get('/entities', await service.bearer())).status).toBe(200);
  });

  it.each([WELL_KNOWN_USER.id, WELL_KNOWN_USER.email, WELL_KNOWN_USER.email.toUpperCase()])(
    'a user is known by %s',
    async (credential) => {
      const bearer = await service.bearer();
      await addFault(service, { match: { credential }, do: { status: 503 } });
      expect((await service.get('/entities', bearer)).status).toBe(503);
      expect((await service.get('/entities')).status).toBe(200);
      const nonsense = { key: null, headers: { authorization: 'Bearer not.a.token' } };
      expect((await service.get('/entities', nonsense)).status).toBe(401);
    },
  );

  it.each(['the id of its key', 'the id of its user'] as const)(
    'the emulator knows another account by %s, another account does not',
    async (name) => {
      const [one, other] = [await makeAccount(service), await makeAccount(service)];
      await one.call('GET', '/events');
      const { body: journal } = await one.call('GET', '/_control/requests');
      const minted = await one.call('POST', '/_control/tokens', { json: {} });
      const asUser = { key: null, headers: { authorization: `Bearer ${minted.body.access_token}` } };
      const isKey = name === 'the id of its key';
      const credential: string = isKey ? journal.items[0].credential.id : one.user.id;
      const caller = isKey ? { key: one.key } : asUser;
      const fault = { match: { credential: credential.toUpperCase() }, do: { status: 503 } };
      await other.call('POST', '/_control/faults', { json: fault });
      expect((await service.get('/entities', caller)).status).toBe(200);
      await addFault(service, fault);
      expect(await listFaults(service)).toMatchObject([{}, { match: { credential } }]);
      expect((await service.get('/entities', caller)).status).toBe(503);
      expect((await service.get('/entities', { key: other.key })).status).toBe(200);
    },
  );

  it('an id of nobody is a sub of tokens', async () => {
    const sub = '00000000-0000-4000-8000-0000000000aa';
    const { body } = await service.post('/_control/tokens', { sub });
    const bearer = { key: null, headers: { authorization: `Bearer ${body.access_token}` } };
    await addFault(service, { match: { credential: sub }, do: { status: 503 } });
    expect((await service.get('/entities', bearer)).status).toBe(503);
  });

  it('a token that is not valid is known by its sub', async () => {
    const { body } = await service.post('/_control/tokens', { sub: 'robot', expiresIn: -1 });
    const bearer = { key: null, headers: { authorization: `Bearer ${body.access_token}` } };
    await addFault(service, { match: { credential: 'robot' }, do: { status: 503 } });
    expect((await service.get('/entities', bearer)).status).toBe(503);
  });

  it('no key is shown or logged again', async () => {
    const odd = 'an-odd-key-that-was-given-by-flag';
    await addFault(service, { match: { credential: WELL_KNOWN_API_KEY }, do: { status: 503 } });
    await addFault(service, { match: { credential: odd }, do: { status: 503 } });
    await addFault(service, { match: { credential: WELL_KNOWN_USER.email }, do: { latencyMs: 1 } });
    const { text, body } = await service.get('/_control/faults', await service.bearer());
    expect(body.items.map(({ match }: { match: { credential: string } }) => match.credential)).toEqual([
      'mp_emulator…',
      'an-odd-k…',
      WELL_KNOWN_USER.email,
    ]);
    for (const secret of [WELL_KNOWN_API_KEY, odd])
      expect(text + service.logged.join('')).not.toContain(secret);
  });
});

describe('the faults', () => {
  it('are removed one by one, or all together', async () => {
    const fault = { match: { path: '/livez' }, do: { status: 503 } };
    const [one, other] = [await addFault(service, fault), await addFault(service, fault)];
    expect((await service.call('DELETE', `/_control/faults/${one}`)).status).toBe(204);
    expect((await service.call('DELETE', `/_control/faults/${one}`)).status).toBe(404);
    expect(await listFaults(service)).toMatchObject([{ id: other }]);
    expect((await service.call('DELETE', '/_control/faults')).status).toBe(204);
    expect(await listFaults(service)).toEqual([]);
    expect((await service.get('/livez')).status).toBe(200);
  });

  it('never hit the controls', async () => {
    await addFault(service, { match: { path: '/*' }, do: { reset: 'before' } });
    await addFault(service, { match: { path: '/_control*' }, do: { status: 503 } });
    expect(await listFaults(service)).toMatchObject([{ matched: 0 }, { matched: 0 }]);
    expect((await service.get('/_control/nothing')).status).toBe(404);
  });

  it('are at most 100, and more are refused with the remedy', async () => {
    for (let n = 0; n < 100; n++)
      await addFault(service, { match: { path: '/nowhere' }, do: { status: 503 } });
    const { status, body } = await service.post('/_control/faults', { do: { status: 503 } });
    expect(status).toBe(409);
    expect(body.message).toContain('DELETE /_control/faults');
  });

  it.each([
    [{}, ['do']],
    [{ do: {} }, ['do']],
    [{ do: { latencyMs: '5' } }, ['do.latencyMs']],
    [{ do: { latencyMs: 0 } }, ['do.latencyMs']],
    [{ do: { status: 199 } }, ['do.status']],
    [{ do: { status: 600 } }, ['do.status']],
    [{ do: { body: 'x' } }, ['do.status']],
    [{ do: { reset: 'after' } }, ['do.reset']],
    [{ do: { truncate: -1 } }, ['do.truncate']],
    [{ do: { partial: [] } }, ['do.partial']],
    [{ do: { partial: [15] } }, ['do.partial[0]']],
    [{ do: { status: 503, reset: 'before' } }, ['do.reset']],
    [{ do: { latencyMs: 5, truncate: 1 } }, ['do.truncate']],
    [{ do: { status: 503, headers: { 'a b': 'x' } } }, ['do.headers', 'do.headers["a b"]']],
    [{ do: { status: 503, headers: { 'Retry-After': 5 } } }, ['do.headers.Retry-After']],
    [{ do: { status: 503, headers: { x: 'a\r\nb: c' } } }, ['do.headers.x']],
    [{ match: { path: 'events' }, do: { status: 503 } }, ['match.path']],
    [{ match: { path: '/events?a=b' }, do: { status: 503 } }, ['match.path']],
    [{ match: { probability: 2 }, do: { status: 503 } }, ['match.probability']],
    [{ match: { seed: 1 }, do: { status: 503 } }, ['match.probability']],
    [
      { match: { nth: 0, first: 0 }, do: { status: 503 }, times: 0, ttlMs: 0 },
      ['match.nth', 'match.first', 'times', 'ttlMs'],
    ],
    [{ match: { verb: 'GET' }, do: { status: 503 } }, ['match.verb']],
  ])('%j is refused at %j', async (fault, paths) => {
    const { status, body } = await service.post('/_control/faults', fault);
    expect(status).toBe(400);
    expect(body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([...paths].sort());
    expect(await listFaults(service)).toEqual([]);
  });
});
