import type { ValidationError } from '@milepost/shared';
import { createProblems, formatTimestamp, isUuid } from '@milepost/shared/validation';
import type { RequestHandler, Router } from 'express';
import { type Identity, identityOf } from '../auth/identity.ts';
import { resolveEntityScope } from '../auth/resolve-entity-scope.ts';
import type { Clocks } from '../clock.ts';
import { createBodyCheck } from '../http/check-body.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { bodyProblems, HttpError } from '../http/http-errors.ts';
import { pageOfAll, pageRequest, pagingParameters } from '../http/paging.ts';
import { parseQuery } from '../http/query.ts';
import { readJson } from '../http/read-json.ts';
import { sendJson } from '../http/send-json.ts';
import { entityRefusals } from '../ingest/nearest-entities.ts';
import { locationProblem, newRepo } from '../repos/connect-repo.ts';
import type { CommitRecord, RepoRecord, RepoStore, Store } from '../store/store.ts';
import { commitRecords } from './commit-records.ts';
import {
  type AddCommitsBody,
  type AddedCommitsBody,
  addCommitsSchema,
  type CreateRepoBody,
  createRepoSchema,
  type RepoBody,
} from './repos.schema.ts';

export interface RepoDeps {
  store: Pick<Store, 'findEntities' | 'listEntities'> &
    Pick<RepoStore, 'getRepo' | 'listRepos' | 'createRepo' | 'deleteRepo' | 'addCommits'>;
  clocks: Clocks;
  guard: readonly RequestHandler[];
}

/** /repos: where the commits of entities come from. */
export function repoRoutes(deps: RepoDeps): Router {
  const { guard } = deps;
  const router = createRouter();
  defineRoute(router, '/repos', {
    get: [...guard, listRepos(deps)],
    post: [...guard, readJson, createRepo(deps)],
  });
  defineRoute(router, '/repos/:id', { get: [...guard, getRepo(deps)], delete: [...guard, deleteRepo(deps)] });
  defineRoute(router, '/repos/:id/commits', { post: [...guard, readJson, addCommits(deps)] });
  return router;
}

const listParameters = pagingParameters('repos');

function listRepos({ store }: RepoDeps): RequestHandler {
  return async (req, res) => {
    const identity = identityOf(res);
    const page = pageRequest('repos', parseQuery(req, listParameters));
    const repos = (await store.listRepos(identity.accountId)).filter((repo) => isVisible(repo, identity));
    const { items, pageInfo } = pageOfAll(repos, page);
    sendJson(res, 200, { items: items.map((repo) => toBody(repo, identity)), pageInfo });
  };
}

function getRepo({ store }: RepoDeps): RequestHandler {
  return async (req, res) => {
    const identity = identityOf(res);
    sendJson(res, 200, toBody(await findRepo(store, identity, req.params['id']), identity));
  };
}

function createRepo({ store, clocks }: RepoDeps): RequestHandler {
  const check = createBodyCheck<CreateRepoBody>(createRepoSchema);
  return async (req, res) => {
    const identity = wholeAccount(identityOf(res));
    const { accountId } = identity;
    const { name, url = null, path = null, entityIds } = await check(req);
    const { ids, missing } = await resolveEntityScope(store, accountId, entityIds);
    const named = { member: 'entityIds', references: entityIds, missing };
    const refusals = await entityRefusals(store, identity, named);
    const errors = missing.map((index) =>
      bodyError(`entityIds[${index}]`, `Entity '${entityIds[index]}' not found`),
    );
    const problem = locationProblem({ url, path });
    if (problem) {
      errors.push(bodyError(problem.path, problem.msg));
      refusals.push({ rule: 'location', path: `/${problem.path}`, nearest: null });
    }
    if (errors.length > 0) throw new HttpError(400, errors, { refusals });
    const repo = newRepo(accountId, clocks.of(accountId).now(), { name, url, path, entityIds: ids });
    await store.createRepo(repo);
    sendJson(res, 201, toBody({ ...repo, lastSeq: 0 }, identity));
  };
}

function deleteRepo({ store }: RepoDeps): RequestHandler {
  return async (req, res) => {
    const identity = wholeAccount(identityOf(res));
    const repo = await findRepo(store, identity, req.params['id']);
    if ((await store.deleteRepo(identity.accountId, repo.id)) === 'not-found') throw repoNotFound(repo.id);
    res.status(204).end();
  };
}

function addCommits({ store }: RepoDeps): RequestHandler {
  const check = createBodyCheck<AddCommitsBody>(addCommitsSchema);
  return async (req, res) => {
    const identity = identityOf(res);
    const { commits } = await check(req);
    const repo = await findRepo(store, identity, req.params['id']);
    if (identity.entityIds !== null && !repo.entityIds.every((id) => identity.entityIds?.includes(id)))
      throw new HttpError(
        403,
        'This API key is limited to certain entities, and the repository has others, too.',
        { rule: 'entity-scope' },
      );
    const outcome = await store.addCommits(identity.accountId, repo.id, toRecords(commits));
    if (!outcome) throw repoNotFound(repo.id);
    sendJson(res, 201, outcome satisfies AddedCommitsBody);
  };
}

/** @throws HttpError 400 for instants that the calendar does not have. */
function toRecords(commits: AddCommitsBody['commits']): CommitRecord[] {
  const problems = createProblems();
  const records = commitRecords(commits, problems);
  if (problems.list.length > 0) throw bodyProblems(problems);
  return records;
}

function bodyError(path: string, msg: string): ValidationError {
  return { type: 'field', msg, path, location: 'body' };
}

async function findRepo(
  store: Pick<RepoStore, 'getRepo'>,
  identity: Identity,
  name: unknown,
): Promise<RepoRecord> {
  const id = String(name).toLowerCase();
  const repo = isUuid(id) ? await store.getRepo(identity.accountId, id) : undefined;
  if (!repo || !isVisible(repo, identity)) throw repoNotFound(String(name));
  return repo;
}

/** What holds the commits of events is nobody's repository. */
function isVisible({ kind, entityIds }: RepoRecord, identity: Identity): boolean {
  if (kind !== 'connected') return false;
  return identity.entityIds === null || entityIds.some((id) => identity.entityIds?.includes(id));
}

function wholeAccount(identity: Identity): Identity {
  if (identity.entityIds === null) return identity;
  throw new HttpError(403, 'This API key is limited to certain entities and cannot change repositories.', {
    rule: 'entity-scope',
  });
}

function repoNotFound(name: string): HttpError {
  return new HttpError(404, `Repository '${name}' not found`);
}

/** With the entities that the caller may see. */
function toBody(repo: RepoRecord, { entityIds: visible }: Identity): RepoBody {
  return {
    id: repo.id,
    name: repo.name,
    url: repo.url,
    path: repo.path,
    entityIds: repo.entityIds.filter((id) => visible === null || visible.includes(id)),
    accountId: repo.accountId,
    createdAt: formatTimestamp(repo.createdAt),
    readAt: repo.readAt === null ? null : formatTimestamp(repo.readAt),
    readError: repo.readError,
  };
}
