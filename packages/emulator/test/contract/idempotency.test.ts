import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../service.fixture.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service[Symbol.asyncDispose]());

const deploy = {
  type: 'event-deploy',
  entityId: 'checkout',
  attributes: { env: 'production', status: 'success' },
};
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const stored = async () => (await service.get('/events')).body.pageInfo.itemCount;
const DAY = 24 * 60 * 60 * 1000;

describe('Idempotency-Key', () => {
  it('answers an equal request again, to the letter, and stores nothing', async () => {
    const events = [deploy, { ...deploy, entityId: 'lost' }];
    const first = await service.send(events, keyed('a'));
    service.advance(DAY - 1);
    const second = await service.send(events, keyed('a'));
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await stored()).toBe(1);
  });

  it('takes bodies for equal that are equal as JSON', async () => {
    await service.call('POST', '/events', {
      raw: '{"events":[{"type":"event-deploy","attributes":{"env":"a","status":"failed"}}]}',
      ...keyed('a'),
    });
    const again = await service.call('POST', '/events', {
      raw: '{ "events": [ {"attributes": {"status": "failed", "env": "\\u0061"}, "type": "event-deploy"} ] }',
      ...keyed('a'),
    });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await stored()).toBe(1);
  });

  it('is 422 with another body', async () => {
    await service.send([deploy], keyed('a'));
    const { status, body } = await service.send([deploy, deploy], keyed('a'));
    expect(status).toBe(422);
    expect(body).toEqual({ message: expect.any(String) });
    expect(await stored()).toBe(1);
  });

  it('is forgotten after 24 hours', async () => {
    await service.send([deploy], keyed('a'));
    service.advance(DAY + 1);
    const again = await service.send([deploy], keyed('a'));
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    expect(await stored()).toBe(2);
  });

  it('stores once what twenty twins send together', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.send([deploy], keyed('a'))));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect(await stored()).toBe(1);
  });

  it('answers the first 201 again, however the entities are to be treated now', async () => {
    const lost = { ...deploy, entityId: 'lost' };
    const first = await service.send([lost], keyed('a'));
    const strict = { headers: { 'idempotency-key': 'a', prefer: 'handling=strict' } };
    expect((await service.send([lost], strict)).text).toBe(first.text);
    expect((await service.send([{ ...lost, entityId: 'other' }], strict)).status).toBe(422);
  });

  it('remembers only 201s', async () => {
    const lost = { ...deploy, entityId: 'late' };
    const strict = { headers: { 'idempotency-key': 'a', prefer: 'handling=strict' } };
    expect((await service.send([lost], strict)).status).toBe(400);
    await service.post('/entities', { shortId: 'late' });
    expect((await service.send([lost], strict)).status).toBe(201);
    expect((await service.send([{ type: 'nothing' }], keyed('b'))).status).toBe(400);
    expect((await service.send([deploy], keyed('b'))).status).toBe(201);
  });

  it.each(['', 'x'.repeat(256)])('refuses the key %j', async (key) => {
    const { status, body } = await service.send([deploy], keyed(key));
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { type: 'field', msg: expect.any(String), path: 'Idempotency-Key', location: 'headers' },
    ]);
    expect(await stored()).toBe(0);
  });

  it.each(['x', 'x'.repeat(255), 'a b!~"\'\\'])('takes the key %j', async (key) => {
    expect((await service.send([deploy], keyed(key))).status).toBe(201);
    expect((await service.send([deploy], keyed(key))).headers.get('idempotency-replayed')).toBe('true');
  });
});
