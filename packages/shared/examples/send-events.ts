import { createClient } from '@milepost/shared/client';

const [baseUrl = 'http://127.0.0.1:4010'] = process.argv.slice(2);

const client = createClient({
  baseUrl,
  // The emulator's well-known user; of a real service the password is a secret.
  credentials: {
    kind: 'password',
    username: 'dev@milepost.local',
    password: 'milepost',
    clientId: 'milepost-cli',
  },
  env: process.env,
  onNotice: ({ message }) => console.error(message),
});

const { fates, problems } = await client.send([
  { type: 'event-deploy', entityId: 'checkout', attributes: { env: 'production', status: 'success' } },
  { type: 'event-deploy', entityId: 'nowhere', attributes: { env: 'production', status: 'success' } },
]);

for (const fate of fates) {
  if (fate.state === 'accepted') console.log(`stored as ${fate.stored.id}`);
  if (fate.state === 'rejected') console.log(`rejected: ${fate.reason}`);
  if (fate.state === 'undelivered') console.log(`not delivered: ${fate.problem.message}`);
}
if (problems.length > 0) process.exitCode = 1;
