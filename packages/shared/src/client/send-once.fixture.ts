// Runs as a process of its own: sends one event to the URL in argv, and tells what came of it, and how long the process
// lived on after that.
import { createClient } from './create-client.ts';

const [, , baseUrl = ''] = process.argv;
const client = createClient({
  baseUrl,
  credentials: { kind: 'token', token: 'tok-secret' },
  env: process.env,
  maxAttempts: 1,
  attemptTimeoutMs: 1000,
});
const { fates, problems } = await client.send([{ type: 'event-deploy' }]);
const settledAt = performance.now();
process.on('exit', () => {
  const lingeredMs = performance.now() - settledAt;
  process.stdout.write(JSON.stringify({ states: fates.map(({ state }) => state), problems, lingeredMs }));
});
