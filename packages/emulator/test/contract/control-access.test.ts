import { describe, expect, it } from 'vitest';
import { makeApiKey } from '../../src/auth/api-key.ts';
import { WELL_KNOWN_ACCOUNT } from '../../src/auth/well-known.ts';
import { START, startTestService, type TestService } from '../service.fixture.ts';

const OUTSIDE = '::ffff:203.0.113.9';

const list = (service: TestService, request = {}) => service.get('/_control/faults', request);

describe('/_control', () => {
  it('takes both credentials of the emulator, and those of another account for that account', async () => {
    await using service = await startTestService();
    expect((await list(service)).status).toBe(200);
    expect((await list(service, await service.bearer())).status).toBe(200);
    const account = { id: 'e0000000-0000-4000-8000-0000000000ff', name: 'Others', createdAt: START };
    await service.store.ensureAccount(account);
    const { key, record } = makeApiKey({
      accountId: account.id,
      name: 'x',
      createdBy: 'cli',
      createdAt: START,
    });
    await service.store.putApiKey(record);
    expect((await list(service, { key })).status).toBe(200);
    const foreign = { accountId: WELL_KNOWN_ACCOUNT.id };
    expect((await service.post('/_control/tokens', foreign, { key })).status).toBe(403);
    for (const wrong of ['mp_wrong', null]) {
      const { status, headers } = await list(service, { key: wrong });
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
  });

  it('refuses a key that is limited to some entities, which would reach the others', async () => {
    await using service = await startTestService();
    const wish = { name: 'limited', entityIds: ['checkout'] };
    const { body: limited } = await service.post('/api-keys', wish, await service.bearer());
    for (const path of ['/_control/tokens', '/_control/snapshot', '/_control/reset']) {
      const { status, body } = await service.post(path, {}, { key: limited.key });
      expect([status, body.message]).toEqual([403, expect.stringContaining('limited to certain entities')]);
    }
    expect((await list(service, { key: limited.key })).status).toBe(403);
    expect((await service.get('/entities', { key: limited.key })).status).toBe(200);
  });

  it('never counts against a rate limit', async () => {
    await using service = await startTestService({ rateLimits: { minute: 1, hour: 1 } });
    for (let n = 0; n < 5; n++) {
      const { status, headers } = await list(service);
      expect([status, headers.get('ratelimit')]).toEqual([200, null]);
    }
    expect((await service.get('/entities')).status).toBe(200);
    expect((await service.get('/entities')).status).toBe(429);
    expect((await list(service)).status).toBe(200);
  });

  it('is an unknown route to callers from elsewhere, whatever they send', async () => {
    await using service = await startTestService({}, { callerAddress: OUTSIDE });
    const unknown = await service.get('/_control/nothing');
    for (const request of [{}, { key: null }, { headers: { 'x-forwarded-for': '127.0.0.1' } }]) {
      const { status, body } = await list(service, request);
      expect([status, body.message]).toEqual([404, unknown.body.message.replace('nothing', 'faults')]);
    }
    expect((await service.call('PUT', '/_control/faults')).status).toBe(404);
    expect((await service.get('/entities')).status).toBe(200);
  });

  it.each([
    ['any', 'any'],
    ['their subnet', [{ address: '203.0.113.0', prefix: 24, family: 'ipv4' }]],
  ] as const)(
    'answers callers from elsewhere that --control-from lets in: %s',
    async (_name, controlFrom) => {
      await using service = await startTestService({ controlFrom }, { callerAddress: OUTSIDE });
      expect((await list(service)).status).toBe(200);
      expect((await list(service, { key: null })).status).toBe(401);
    },
  );

  it('is not there, nor in the document, when controls are left out', async () => {
    await using service = await startTestService({ controlFrom: null });
    expect((await list(service)).status).toBe(404);
    expect((await service.get('/openapi.json')).text).not.toContain('/_control/');
  });
});
