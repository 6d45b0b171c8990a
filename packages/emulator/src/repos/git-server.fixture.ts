import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { generate } from 'selfsigned';

interface GitServerOptions {
  /** Directory of the repositories. */
  root: string;
  certificate: { key: string; cert: string };
  /** What the password of every request has to be. */
  token?: string;
  /** Where requests are sent on to, after the login. */
  redirect?: string;
}

/** For 127.0.0.1, signed by itself. */
export async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    algorithm: 'sha256',
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  return { key, cert };
}

/** git's own smart HTTP server behind https. */
export async function startGitServer({ root, certificate, token, redirect }: GitServerOptions) {
  /** The logins that came, undefined where there was none. */
  const logins: (string | undefined)[] = [];
  const server = createServer(certificate, async (request, response) => {
    const login = loginOf(request);
    logins.push(login);
    if (token !== undefined && login?.split(':')[1] !== token) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="test"' }).end();
    } else if (redirect !== undefined) {
      response.writeHead(302, { Location: `${redirect}${request.url}` }).end();
    } else await runBackend(root, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    host: `127.0.0.1:${port}`,
    logins,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function loginOf({ headers: { authorization } }: IncomingMessage): string | undefined {
  return authorization && Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
}

/** CGI: https://git-scm.com/docs/git-http-backend */
async function runBackend(root: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', 'https://127.0.0.1');
  const child = spawn('git', ['http-backend'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      PATH: process.env['PATH'],
      HOME: root,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'],
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
      GIT_PROTOCOL: request.headers['git-protocol']?.toString(),
    },
  });
  request.pipe(child.stdin);
  const answer = await buffer(child.stdout);
  const end = answer.indexOf('\r\n\r\n');
  for (const line of answer.toString('latin1', 0, end).split('\r\n')) {
    const [name = '', value = ''] = line.split(': ', 2);
    if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
    else response.setHeader(name, value);
  }
  response.end(answer.subarray(end + 4));
}
