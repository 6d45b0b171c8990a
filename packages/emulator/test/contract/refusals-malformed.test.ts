import { expect, it } from 'vitest';
import { WELL_KNOWN_API_KEY } from '../../src/auth/well-known.ts';
import { startTestService } from '../service.fixture.ts';
import { createRequest } from '../system/malformed/create-request.ts';
import { createRawClient } from '../system/malformed/raw-client.ts';
import { seedOf } from '../system/random.ts';

/** Fewer than the journal keeps. */
const REQUESTS = 900;

it('whatever is refused has a rule, and each error a pointer to what was sent', async () => {
  const seed = seedOf(process.env['MILEPOST_MALFORMED_SEED']);
  await using service = await startTestService({ basePath: '' });
  const { headers } = await service.bearer();
  const credentials = { apiKey: WELL_KNOWN_API_KEY, bearer: headers['authorization']?.slice(7) ?? '' };
  const client = createRawClient(service.url);
  for (let index = 0; index < REQUESTS; index += 1)
    await client.send(createRequest(seed, index, credentials));
  client.close();

  const { body } = await service.get('/_control/requests');
  const problems: string[] = [];
  const counts = { refused: 0, errors: 0 };
  for (const entry of body.items) {
    const problem = problemOf(entry);
    if (problem !== undefined) problems.push(`${problem}: ${JSON.stringify(entry).slice(0, 2000)}`);
    if (entry.refused.length > 0) counts.refused += 1;
    counts.errors += entry.response?.errors?.length ?? 0;
  }
  expect(problems, `MILEPOST_MALFORMED_SEED=${seed}`).toEqual([]);
  expect(counts.refused).toBeGreaterThan(REQUESTS / 4);
  expect(counts.errors).toBeGreaterThan(50);
}, 60_000);

interface Entry {
  status: number;
  body: unknown;
  omitted: boolean;
  response: { errors?: { location: string }[] } | null;
  refused: { rule: string; path: string | null }[];
}

function problemOf({ status, body, omitted, response, refused }: Entry): string | undefined {
  if (status === 499) return undefined;
  if (status >= 400 && refused.length === 0) return 'no refusal';
  if (refused.some(({ rule }) => !/^[a-z][a-z0-9_-]*$/.test(rule) || rule === 'invalid')) return 'no rule';
  const errors = response?.errors;
  // Some of what JSON.parse takes, the journal shows as text: behind a byte order mark, for one.
  const isShown = !omitted && typeof body !== 'string';
  if (errors && errors.length !== refused.length)
    return `${errors.length} errors, ${refused.length} refusals`;
  for (const [index, { path }] of refused.entries()) {
    if (errors?.[index]?.location === 'body' && path === null) return `no pointer for error ${index}`;
    if (path !== null && isShown && !leadsSomewhere(body, path)) return `${path} leads nowhere`;
  }
  return undefined;
}

/** Whether something is there, or a member could be. */
function leadsSomewhere(body: unknown, pointer: string): boolean {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let place = body;
  for (const [index, step] of steps.entries()) {
    if (typeof place !== 'object' || place === null) return false;
    const members = new Map<string, unknown>(Object.entries(place));
    if (!members.has(step)) return index === steps.length - 1;
    place = members.get(step);
  }
  return true;
}
