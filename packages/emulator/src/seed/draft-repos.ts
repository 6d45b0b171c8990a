import { quote } from '@milepost/shared/validation';
import { resolveEntityScope } from '../auth/resolve-entity-scope.ts';
import { locationProblem, newRepo } from '../repos/connect-repo.ts';
import { commitRecords } from '../routes/commit-records.ts';
import { reportRepeated } from './report-repeated.ts';
import type { SeedSection } from './seed.schema.ts';
import type { DraftContext, RepoDraft, SeededAccount } from './seed-draft.ts';

/** The repositories of a seed, new ones and those whose name the account has, with all commits. */
export async function draftRepos(
  { store, accountId, now, problems }: DraftContext,
  account: SeededAccount,
  repos: SeedSection<'repos'>,
): Promise<RepoDraft[]> {
  if (repos.length === 0) return [];
  const names = repos.map(({ name }) => name);
  reportRepeated(problems, { list: 'repos', member: 'name' }, names);
  const there = (await store.listRepos(accountId)).filter(({ kind }) => kind === 'connected');
  const drafted: RepoDraft[] = [];
  for (const [index, { name, url = null, path = null, entityIds, commits = [] }] of repos.entries()) {
    const place = `repos[${index}]`;
    const entities = await resolveEntityScope(account, accountId, entityIds);
    for (const at of entities.missing)
      problems.add(`${place}.entityIds[${at}]`, `Entity ${quote(entityIds[at] ?? '')} not found`, {
        rule: 'entity',
      });
    const problem = locationProblem({ url, path });
    if (problem) problems.add(`${place}.${problem.path}`, problem.msg, { rule: 'location' });
    const known = there.find((repo) => repo.name === name);
    drafted.push({
      repo: known ?? newRepo(accountId, now, { name, url, path, entityIds: entities.ids }),
      isNew: known === undefined,
      commits: commitRecords(commits, problems, `${place}.`),
    });
  }
  return drafted;
}
