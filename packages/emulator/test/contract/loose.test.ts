import { expect, it } from 'vitest';
import { startTestService } from '../service.fixture.ts';

it('--loose accepts unknown names, stores the attributes, and notes what strict would have refused', async () => {
  await using service = await startTestService({ loose: true });
  const { status, body } = await service.call('POST', '/events', {
    json: {
      events: [{ type: 'event-deploy', entityID: 'x', attributes: { Env: 'production', env: 'staging' } }],
      v: 1,
    },
  });
  expect(status).toBe(201);
  expect(body.success[0].attributes).toEqual({ Env: 'production', env: 'staging' });
  expect(body.success[0]).not.toHaveProperty('entityID');
  const note = service.logged.find((line) => line.includes('strict would have refused'));
  for (const path of ['events[0].entityID', 'events[0].attributes.Env', '"v"']) expect(note).toContain(path);
});

it('--loose still refuses wrong values of known names', async () => {
  await using service = await startTestService({ loose: true });
  const { status, body } = await service.send([
    { type: 'event-deploy', attributes: { status: 'ok', Env: 1 } },
  ]);
  expect(status).toBe(400);
  expect(body.errors).toEqual([expect.objectContaining({ path: 'events[0].attributes.status' })]);
});
