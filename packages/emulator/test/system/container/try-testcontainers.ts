import { MilepostContainer } from '../../../src/testcontainers.ts';

// Run where the engine publishes its ports: tries the module as a test of a user's does, and prints what it found.
const container = new MilepostContainer('milepost')
  .withApiKey('mp_testcontainers')
  .withBasePath('/milepost')
  .withClock('2026-01-31T23:59:30Z')
  .withSeed({ entities: [{ shortId: 'search' }] });
await using started = await container.start();
const emulator = started.connect();

await emulator.faults.tooManyRequests();
const statuses: number[] = [];
for (let times = 0; times < 2; times++) {
  const { status } = await fetch(`${started.getUrl()}/events`, {
    method: 'POST',
    headers: { 'x-api-key': started.getApiKey(), 'content-type': 'application/json' },
    body: '{"events":[{"type":"event-deploy","entityId":"search"}]}',
  });
  statuses.push(status);
}
await emulator.requests.waitFor({ path: '/events', status: 201 });
await using account = await emulator.account();
const { midnights } = await emulator.clock.advance({ minutes: 1 });
console.log(
  JSON.stringify({
    statuses,
    stored: (await emulator.api.events({ entityId: 'search' })).map(({ createdAt }) => createdAt),
    ofTheAccount: (await account.api.events()).length,
    midnights,
  }),
);
