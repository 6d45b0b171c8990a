import { blueprints } from '@milepost/shared';
import { locationProblem } from '../repos/connect-repo.ts';
import { ContentsError } from '../store/contents/contents-error.ts';
import type { StoreContents } from '../store/contents/store-contents.ts';
import type { BlueprintRecord, RepoRecord } from '../store/store.ts';
import { checkCustomBlueprint } from '../validation/custom-blueprint.ts';
import { checkRestoredMetrics } from './check-restored-metrics.ts';

const BUILT_IN: ReadonlySet<string> = new Set(blueprints.map(({ shortId }) => shortId));

/**
 * Refuses contents of a snapshot that the schema of contents lets pass, and no route would have taken: the service would
 * fail on them later.
 *
 * @throws ContentsError
 */
export async function checkRestored(contents: StoreContents): Promise<void> {
  for (const blueprint of contents.blueprints) await checkBlueprint(blueprint);
  for (const repo of contents.repos) checkLocation(repo);
  await checkRestoredMetrics(contents);
}

async function checkBlueprint({ id, shortId, schema }: BlueprintRecord): Promise<void> {
  if (BUILT_IN.has(shortId))
    throw new ContentsError(`The blueprint ${id} has the shortId of a built-in one, ${shortId}`);
  const [problem] = await checkCustomBlueprint({ shortId, schema: JSON.parse(schema) });
  if (problem)
    throw new ContentsError(`The blueprint ${shortId} is not valid: ${problem.path} ${problem.msg}`);
}

/** Git is given it before each calculation. */
function checkLocation({ id, kind, url, path }: RepoRecord): void {
  const problem = locationProblem({ url, path });
  if (problem) throw new ContentsError(`The ${problem.path} of the repository ${id} ${problem.msg}`);
  if (kind === 'events' && (url !== null || path !== null))
    throw new ContentsError(
      `The repository ${id} holds commits of events, and has a ${path === null ? 'url' : 'path'}`,
    );
}
