import { readFile } from 'node:fs/promises';
import { buildEvent, missingFields, readGitHub } from '@milepost/shared/ci';

const { env } = process;
const context = readGitHub({
  env,
  payload: env['GITHUB_EVENT_PATH']
    ? JSON.parse(await readFile(env['GITHUB_EVENT_PATH'], 'utf8'))
    : undefined,
  inputs: { jobStatus: 'success', matrix: 'null', checkRunId: '' },
});
const built = buildEvent(
  context,
  {
    entityId: 'checkout',
    timestamp: '',
    status: '',
    attributes: { env: 'prod-eu' },
    onCancelled: 'skip',
    environmentMap: 'prod-* = production',
    changeIdPattern: 'CHG\\d+',
  },
  Date.now(),
);

if (built.kind === 'skip') console.log(`nothing to report: ${built.reason}`);
else {
  for (const [field, source] of Object.entries(built.sources)) console.log(`${field} from ${source}`);
  for (const { costs } of missingFields([built.event])) console.log(costs);
}
