import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { push } from '../examples.ts';
import { startGitHubApi } from '../github-api.fixture.ts';
import { runAction } from '../run-action.ts';

const BUNDLE = join(import.meta.dirname, '../../dist/index.js');
/** A text of @octokit/core, in the function that is its module. */
const OF_OCTOKIT = 'octokit-core.js/';

interface Coverage {
  result: {
    url: string;
    functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[];
  }[];
}

/** How often V8 ran the piece of the bundle in which Octokit is. */
async function timesLoaded(detectChange: boolean): Promise<number> {
  await using api = await startGitHubApi({});
  await using first = await runAction({ ...push, inputs: { 'dry-run': 'true' } });
  const directory = join(first.temp, 'coverage');
  await using run = await runAction({
    ...push,
    inputs: { 'dry-run': 'true', 'github-token': 'ghs_token', 'detect-change': String(detectChange) },
    env: { GITHUB_API_URL: api.url, NODE_V8_COVERAGE: directory },
  });
  expect(run.main.exitCode).toBe(0);
  expect(api.asked.length > 0).toBe(detectChange);
  const place = (await readFile(BUNDLE, 'utf8')).indexOf(OF_OCTOKIT);
  expect(place).toBeGreaterThan(0);
  let most = 0;
  for (const file of await readdir(directory)) {
    const coverage: Coverage = JSON.parse(await readFile(join(directory, file), 'utf8'));
    const ranges = coverage.result
      .filter(({ url }) => url.endsWith('dist/index.js'))
      .flatMap(({ functions }) => functions.flatMap((one) => one.ranges))
      .filter(({ startOffset, endOffset }) => startOffset <= place && place < endOffset);
    // The smallest range around the place tells how often it was run.
    const [innermost] = ranges.sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset));
    most = Math.max(most, innermost?.count ?? 0);
  }
  return most;
}

test('octokit is loaded when GitHub is asked, and only then', async () => {
  expect(await timesLoaded(false)).toBe(0);
  expect(await timesLoaded(true)).toBe(1);
});
