import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { START } from '../service.fixture.ts';
import { type ClockedService, startClockedService } from './clock.fixture.ts';

let clock: ClockedService;
beforeEach(async () => {
  clock = await startClockedService();
});
afterEach(() => clock[Symbol.asyncDispose]());

describe('the whole service goes by the clock:', () => {
  it('tokens expire', async () => {
    const bearer = await clock.service.bearer();
    await clock.advance({ by: 'PT59M' });
    expect((await clock.service.get('/entities', bearer)).status).toBe(200);
    await clock.advance({ by: 'PT1M' });
    expect((await clock.service.get('/entities', bearer)).status).toBe(401);
  });

  it('rate windows end', async () => {
    await clock.set({ mode: 'frozen' });
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await clock.service.get('/entities')).status);
    expect(statuses).toEqual([200, 200, 429]);
    await clock.advance({ by: 'PT59.999S' });
    expect((await clock.service.get('/entities')).status).toBe(429);
    await clock.advance({ by: 'PT0.001S' });
    expect((await clock.service.get('/entities')).status).toBe(200);
  });

  it('events are stamped', async () => {
    await clock.freeze('2026-03-01T18:00:00Z');
    const { body } = await clock.service.send([{ type: 'event-deploy', entityId: 'checkout' }]);
    expect(body.success[0]).toMatchObject({
      timestamp: '2026-03-01T18:00:00.000Z',
      createdAt: '2026-03-01T18:00:00.000Z',
    });
  });

  it('answers are dated, those that set it included', async () => {
    const dateOf = async (answer: Promise<{ headers: Headers }>) => (await answer).headers.get('date');
    expect(await dateOf(clock.freeze('2026-03-02T18:00:00Z'))).toBe('Mon, 02 Mar 2026 18:00:00 GMT');
    expect(await dateOf(clock.advance({ by: 'P1D' }))).toBe('Tue, 03 Mar 2026 18:00:00 GMT');
    expect(await dateOf(clock.service.get('/livez'))).toBe('Tue, 03 Mar 2026 18:00:00 GMT');
    expect(await dateOf(clock.service.get('/nowhere'))).toBe('Tue, 03 Mar 2026 18:00:00 GMT');
    expect(await dateOf(clock.set({ mode: 'system' }))).toBe(new Date(START).toUTCString());
    // Node's own, of the machine that runs the test.
    expect(Math.abs(Date.parse((await dateOf(clock.service.get('/livez'))) ?? '') - Date.now())).toBeLessThan(
      60_000,
    );
  });
});
