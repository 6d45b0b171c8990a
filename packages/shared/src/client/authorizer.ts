import { fetchToken } from './fetch-token.ts';
import type { Run } from './run.ts';
import type { Credentials, Problem } from './types.ts';

/** Headers that show who is sending. */
export interface Authorizer {
  headers(run: Run): Promise<{ headers: Record<string, string> } | { problem: Problem }>;
  /** The service refused the last headers: whether others can be had. */
  renew(run: Run): boolean;
}

/** @param learn is told of a fetched token before it is used. */
export function createAuthorizer(credentials: Credentials, learn: (secret: string) => void): Authorizer {
  switch (credentials.kind) {
    case 'token':
      return fixed({ authorization: `Bearer ${credentials.token}` });
    case 'api-key':
      return fixed({ 'x-api-key': credentials.apiKey });
    default:
      return fetching(credentials, learn);
  }
}

function fixed(headers: Record<string, string>): Authorizer {
  return { headers: async () => ({ headers }), renew: () => false };
}

/** One token serves every request, until it is refused. */
function fetching(
  credentials: Extract<Credentials, { kind: 'password' | 'client' }>,
  learn: (secret: string) => void,
): Authorizer {
  let current: ReturnType<typeof fetchToken> | undefined;

  async function fetchAnother(run: Run): ReturnType<typeof fetchToken> {
    const fetched = await fetchToken(credentials, run);
    if ('token' in fetched) learn(fetched.token);
    return fetched;
  }

  return {
    async headers(run) {
      const asked = current ?? fetchAnother(run);
      current = asked;
      const fetched = await asked;
      if ('token' in fetched) return { headers: { authorization: `Bearer ${fetched.token}` } };
      // The next send may be luckier.
      if (current === asked) current = undefined;
      return fetched;
    },
    renew({ notify }) {
      current = undefined;
      notify('token', 'the service refused the token; fetching another one');
      return true;
    },
  };
}
