import { dateOf } from '../../src/dora/window.ts';
import type { MeasuredServer } from '../servers.ts';
import { median, quantile } from '../statistics.ts';

/** Milliseconds from the request to the last byte of the answer, at the client. */
export interface RequestTimes {
  p50: number;
  p95: number;
}

export interface RequestFigures {
  entity: RequestTimes;
  account: RequestTimes;
  explain: RequestTimes;
}

const WARM_UPS = 3;
const REQUESTS = 30;
const DAYS = 90;

/** Asks for the 90 days that end with `to`, one request after the other. */
export async function measureRequests(
  server: MeasuredServer,
  { to, entity }: { to: number; entity: string },
): Promise<RequestFigures> {
  const window = `from=${dateOf(to - DAYS + 1)}&to=${dateOf(to)}`;
  const ofEntity = `${window}&entityId=${entity}`;
  return {
    entity: await measure(server, `/dora?${ofEntity}`, '"count":'),
    account: await measure(server, `/dora?${window}`, '"count":'),
    explain: await measure(server, `/dora/explain?metric=leadTimeForChange&${ofEntity}`, '"deployment":'),
  };
}

/** @param expected must be in each answer: an empty one would be quick, too. */
async function measure(
  { port, apiKey }: MeasuredServer,
  path: string,
  expected: string,
): Promise<RequestTimes> {
  const times: number[] = [];
  for (let request = 0; request < WARM_UPS + REQUESTS; request++) {
    const start = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-api-key': apiKey } });
    const text = await response.text();
    const ms = performance.now() - start;
    if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}: ${text}`);
    if (!text.includes(expected) || text.includes('"count":0,')) {
      throw new Error(`GET ${path} found nothing: ${text.slice(0, 500)}`);
    }
    if (request >= WARM_UPS) times.push(ms);
  }
  return {
    p50: median(times),
    p95: quantile(
      times.toSorted((a, b) => a - b),
      0.95,
    ),
  };
}
