import { createServer } from 'node:http';

/** What the stand-in answers to one question; a function is asked with how often the question came before. */
export interface ApiAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Takes the question and never answers. */
  hang?: boolean;
}

export type ApiAnswers = Record<string, ApiAnswer | ((asked: number) => ApiAnswer)>;

export type GitHubApi = Awaited<ReturnType<typeof startGitHubApi>>;

/**
 * A stand-in for GitHub's API over real HTTP, on any port of loopback. It answers `GET path` as told, 404 otherwise,
 * and knows what it was asked.
 */
export async function startGitHubApi(answers: ApiAnswers) {
  const asked: { question: string; authorization: string | undefined }[] = [];
  const server = createServer((req, res) => {
    const question = `${req.method} ${(req.url ?? '').split('?')[0]}`;
    const before = asked.filter((one) => one.question === question).length;
    asked.push({ question, authorization: req.headers.authorization });
    const answer = answers[question];
    const {
      status = 200,
      headers = {},
      body,
      hang = false,
    } = (typeof answer === 'function' ? answer(before) : answer) ?? {
      status: 404,
      body: { message: 'Not Found' },
    };
    if (hang) return;
    res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    res.end(body === undefined ? '' : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the stand-in does not listen');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    questions: () => asked.map(({ question }) => question),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
