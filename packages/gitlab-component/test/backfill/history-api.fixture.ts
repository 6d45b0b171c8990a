import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const SHA = (id: number) => id.toString(16).padStart(40, '0');
const minute = (id: number, more = 0) =>
  new Date(Date.parse('2026-01-01T00:00:00Z') + (id * 60 + more) * 1000).toISOString();

/** States of a deployment by its id; most have succeeded. */
function stateOf(id: number): string {
  if (id % 10 === 3) return 'failure';
  return id % 10 === 7 ? 'in_progress' : 'success';
}

/** As docs.github.com/rest/deployments has it, without what nobody reads. */
export function githubDeployment(id: number) {
  return {
    url: `https://api.github.example/repos/acme/shop/deployments/${id}`,
    id,
    node_id: `DE_${id}`,
    sha: SHA(id),
    ref: 'main',
    task: 'deploy',
    payload: {},
    original_environment: 'production',
    environment: 'production',
    description: `Release ${id} – café`,
    creator: { login: 'ada', id: 1, type: 'User' },
    created_at: minute(id),
    updated_at: minute(id, 30),
  };
}

function githubStatuses(id: number) {
  const status = (state: string, second: number) => ({
    id: id * 10 + second,
    state,
    creator: { login: 'ada' },
    description: '',
    environment: 'production',
    target_url: '',
    log_url: `https://github.example/acme/shop/actions/runs/${id}`,
    created_at: minute(id, second),
  });
  const end = stateOf(id);
  // Newest first, as GitHub lists them.
  const all = [status('queued', 1), status('in_progress', 5)];
  if (end !== 'in_progress') all.push(status(end, 30));
  if (end === 'success' && id % 2 === 0) all.push(status('inactive', 50));
  return all.reverse();
}

/** As docs.gitlab.com/api/deployments has it, without what nobody reads. */
export function gitlabDeployment(id: number) {
  const status = { failure: 'failed', in_progress: 'running', success: 'success' }[stateOf(id)];
  return {
    id,
    iid: id,
    ref: 'main',
    sha: SHA(id),
    created_at: minute(id),
    updated_at: minute(id, 40),
    status,
    user: { id: 1, username: 'ada', state: 'active' },
    environment: { id: 9, name: 'production', external_url: 'https://shop.example' },
    deployable: {
      id: 4000 + id,
      status,
      stage: 'deploy',
      name: 'deploy',
      created_at: minute(id),
      started_at: minute(id, 5),
      finished_at: status === 'running' ? null : minute(id, 30),
      web_url: `https://gitlab.example/acme/shop/-/jobs/${4000 + id}`,
      commit: { id: SHA(id), title: `Release ${id} – café` },
      pipeline: { id: 9000 + id },
    },
  };
}

/**
 * The APIs of GitHub and GitLab over real HTTP, with a history of deployments 1 to `count`: pages with Link headers,
 * and every `limitEvery`th question answered by a rate limit.
 */
export async function startHistoryApi({ count, limitEvery = 0 }: { count: number; limitEvery?: number }) {
  let newest = count;
  let ended = false;
  const asked: string[] = [];
  const server = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`);
    if (limitEvery > 0 && asked.length % limitEvery === 0) limited(req, res);
    else answer(req, res);
  });

  function limited(req: IncomingMessage, res: ServerResponse): void {
    // GitHub says 403 with a reset, GitLab 429 with Retry-After.
    const isGitHub = req.url?.startsWith('/repos') ?? false;
    res.writeHead(isGitHub ? 403 : 429, {
      'content-type': 'application/json',
      ...(isGitHub
        ? { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) - 1) }
        : { 'retry-after': '0' }),
    });
    res.end('{"message":"API rate limit exceeded"}');
  }

  function answer(req: IncomingMessage, res: ServerResponse): void {
    const url = new URL(req.url ?? '/', `http://${req.headers.host}`);
    const [, , one, statuses] =
      /^\/(repos\/acme\/shop|projects\/acme%2Fshop)\/deployments(?:\/(\d+))?(\/statuses)?$/.exec(
        url.pathname,
      ) ?? [];
    const isGitHub = url.pathname.startsWith('/repos');
    const make = (id: number) => {
      const made = isGitHub ? githubDeployment(id) : gitlabDeployment(id);
      if (!ended || isGitHub || stateOf(id) !== 'in_progress') return made;
      return {
        ...gitlabDeployment(id),
        status: 'success',
        deployable: { ...gitlabDeployment(id).deployable, finished_at: minute(id, 30) },
      };
    };
    const statusesOf = (id: number) =>
      ended && stateOf(id) === 'in_progress'
        ? [{ state: 'success', created_at: minute(id, 30) }]
        : githubStatuses(id);
    if (statuses !== undefined) reply(res, statusesOf(Number(one)));
    else if (one !== undefined) reply(res, make(Number(one)));
    else if (url.pathname.endsWith('/deployments')) list(url, res, make);
    else reply(res, { message: '404 Not Found' }, {}, 404);
  }

  function list(url: URL, res: ServerResponse, make: (id: number) => unknown): void {
    const perPage = Number(url.searchParams.get('per_page') ?? 30);
    const page = Number(url.searchParams.get('page') ?? 1);
    const ids = Array.from({ length: newest }, (_, index) => newest - index).slice(
      (page - 1) * perPage,
      page * perPage,
    );
    url.searchParams.set('page', String(page + 1));
    const link =
      page * perPage < newest ? { link: `<${url.href}>; rel="next", <${url.href}>; rel="last"` } : {};
    reply(res, ids.map(make), link);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('it does not listen');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    /** More are deployed. */
    add(more: number): void {
      newest += more;
    },
    /** What was in progress has succeeded. */
    end(): void {
      ended = true;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function reply(res: ServerResponse, body: unknown, headers: Record<string, string> = {}, status = 200): void {
  res.writeHead(status, { 'content-type': 'application/json', ...headers });
  res.end(JSON.stringify(body));
}
