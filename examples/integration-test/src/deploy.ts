import { createMilepostClient, type DeployEvent } from './milepost-client.ts';

// node src/deploy.ts checkout@1.4.2 payments@2.0.0

/** Stands for what brings a version to production: kubectl, a script, a cloud's API. */
async function rollOut(service: string, version: string): Promise<void> {
  console.log(`${service} ${version} is in production.`);
}

const { MILEPOST_URL = '', MILEPOST_USERNAME = '', MILEPOST_PASSWORD = '' } = process.env;

const client = createMilepostClient({
  url: MILEPOST_URL,
  username: MILEPOST_USERNAME,
  password: MILEPOST_PASSWORD,
  clientId: 'milepost-cli',
});

const events: DeployEvent[] = [];
for (const argument of process.argv.slice(2)) {
  const [service = '', version = ''] = argument.split('@');
  await rollOut(service, version);
  events.push({
    type: 'event-deploy',
    entityId: service,
    attributes: { env: 'production', status: 'success', build_id: version },
  });
}

const { failures } = await client.report(events);
for (const { event, reason } of failures) {
  console.error(`${event.entityId} ${event.attributes.build_id} was not recorded: ${reason}`);
}
process.exitCode = failures.length === 0 ? 0 : 1;
