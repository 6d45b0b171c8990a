// Sends two deployments, and says what became of each:
//
//   node examples/send-events.ts http://127.0.0.1:8080
//
// With MILEPOST_TOKEN unset it uses the key that every emulator knows.
import { appendUndelivered, createClient } from '@milepost/shared/client';

const [, , baseUrl = ''] = process.argv;
const token = process.env['MILEPOST_TOKEN'];

const client = createClient({
  baseUrl,
  credentials: token
    ? { kind: 'token', token }
    : { kind: 'api-key', apiKey: 'mp_emulator_00000000000000000000000000000000' },
  env: process.env,
  onNotice: ({ message }) => console.error(message),
});

const { fates, undelivered } = await client.send([
  { type: 'event-deploy', attributes: { env: 'production', status: 'success' } },
  { type: 'event-deploy', entityId: 'no-such-app', attributes: { env: 'production', status: 'failed' } },
]);

for (const fate of fates) {
  switch (fate.state) {
    case 'accepted':
      console.log(`accepted: ${fate.stored.id}`);
      break;
    case 'rejected':
      console.log(`rejected: ${fate.reason}`);
      break;
    case 'undelivered':
      console.log(`undelivered (${fate.problem.fault}): ${fate.problem.message}`);
  }
}
// For later: client.replay(await readUndelivered('undelivered.ndjson'))
await appendUndelivered('undelivered.ndjson', undelivered);
process.exitCode = fates.every(({ state }) => state === 'accepted') ? 0 : 1;
